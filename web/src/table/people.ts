/** The others at the table: who is here, what they say, and when to call somebody back to the page. */
import { signal } from "@preact/signals";
import { t } from "../i18n";
import type { Chat, Presence } from "../protocol";
import { person } from "../settings";

/** How much of the world a call needs; tests bring their own. */
export interface Bell {
  isAway: () => boolean;
  ring: (text: string) => void;
}

const browserBell: Bell = {
  isAway: () => typeof document !== "undefined" && document.hidden,
  ring: (text) => {
    if (typeof Notification !== "undefined" && Notification.permission === "granted") {
      new Notification(t("app.name"), { body: text, tag: "sandtable" });
    }
  },
};

export class People {
  readonly present = signal<Presence | null>(null);
  readonly unread = signal(0);
  /** Whether notifications may be asked for: not where that was settled, nor where there are none. */
  readonly canNotify = signal(typeof Notification !== "undefined" && Notification.permission === "default");
  private wasMyMove = false;

  constructor(private readonly bell: Bell = browserBell) {}

  /** Somebody spoke; whether it was another than this player. */
  heard(chat: Chat, mine: readonly string[]): boolean {
    if (chat.who === (person.value?.name || mine.join(",") || "spectator")) return false;
    this.unread.value += 1;
    if (this.bell.isAway()) this.bell.ring(`${chat.who}: ${chat.text}`);
    return true;
  }

  read(): void {
    this.unread.value = 0;
  }

  /** Call the player back when it becomes his move while he looks elsewhere. */
  moved(isMyMove: boolean, prompt: string): void {
    if (isMyMove && !this.wasMyMove && this.bell.isAway()) this.bell.ring(t("tab.mine", { prompt }));
    this.wasMyMove = isMyMove;
  }

  async allowNotifications(): Promise<void> {
    await Notification.requestPermission();
    this.canNotify.value = false;
  }
}
