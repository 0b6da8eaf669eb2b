/** Gives the focus back to the map where what had it has gone, so that arrows and Tab go on for those who play by keys. */

export class FocusKeeper {
  /** Whether the page was last used with keys. */
  byKeys = false;

  /** Watch how the page is used, until the signal says stop. */
  watch(signal: AbortSignal): void {
    addEventListener("keydown", () => this.note(true), { signal, capture: true });
    addEventListener("pointerdown", () => this.note(false), { signal, capture: true });
  }

  private note(byKeys: boolean): void {
    this.byKeys = byKeys;
  }

  /** To be called when the page has changed; what has gone loses the focus only when it is drawn anew. */
  restore(root: HTMLElement | null): void {
    if (!this.byKeys) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) root?.focus({ preventScroll: true });
    });
  }
}
