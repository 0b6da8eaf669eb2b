/** The list of games as far as it was looked at: page after page of those on the table, or of those in the archive. */
import { type Signal, useSignal } from "@preact/signals";
import * as api from "../net/api";
import type { TableCard } from "../protocol";

export interface Shelf {
  tables: Signal<TableCard[]>;
  /** Whether those in the archive are shown. */
  archive: Signal<boolean>;
  /** Where the next page is; empty where there is none. */
  next: Signal<string>;
  look: (archive: boolean) => Promise<void>;
  more: () => Promise<void>;
}

export function useShelf(): Shelf {
  const tables = useSignal<TableCard[]>([]);
  const archive = useSignal(false);
  const next = useSignal("");
  const look = async (wanted: boolean) => {
    const found = await api.tables(wanted);
    archive.value = wanted;
    tables.value = found.tables;
    next.value = found.next;
  };
  const more = async () => {
    const found = await api.page(next.value);
    const known = new Set(tables.value.map((table) => table.id));
    tables.value = [...tables.value, ...found.tables.filter((table) => !known.has(table.id))];
    next.value = found.next;
  };
  return { tables, archive, next, look, more };
}
