/** Small line drawings for buttons, so that no typeface need have them. */

const PATHS = {
  minus: "M4 10h12",
  plus: "M4 10h12M10 4v12",
  fit: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  flag: "M5 18V3M5 4h10l-3 3.5 3 3.5H5",
  hash: "M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h14M2.5 12.5h14",
  mail: "M2.5 5h15v10.5h-15zM3 5.5l7 6 7-6",
  help: "M7 7.2C7 5 8.4 4 10 4s3 1.2 3 2.9c0 2.3-3 2.5-3 4.9M10 15.6v.6",
  book: "M10 5.2C8.2 3.9 5.7 3.4 2.8 3.6v11.2c2.9-.2 5.4.3 7.2 1.6 1.8-1.3 4.3-1.8 7.2-1.6V3.6c-2.9-.2-5.4.3-7.2 1.6zM10 5.2v11.2",
  eye: "M2 10c2.2-3.6 4.9-5.4 8-5.4s5.8 1.8 8 5.4c-2.2 3.6-4.9 5.4-8 5.4S4.2 13.6 2 10zM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8",
  sight:
    "M2.5 15.5h15M4.5 12.5 15.5 5.5M3 12.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M14 5.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M9 15.5l2-3.5 2 3.5",
  sun: "M10 6.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2M10 1.6v2M10 16.4v2M1.6 10h2M16.4 10h2M4 4l1.5 1.5M14.5 14.5 16 16M16 4l-1.5 1.5M5.5 14.5 4 16",
  moon: "M15.8 12.6A7 7 0 0 1 7.4 4.2a6.6 6.6 0 1 0 8.4 8.4z",
  undo: "M6.5 4 3 7.5 6.5 11M3 7.5h8.5a4.5 4.5 0 0 1 0 9H7",
  redo: "M13.5 4 17 7.5 13.5 11M17 7.5H8.5a4.5 4.5 0 0 0 0 9H13",
  hint: "M10 2.5a5 5 0 0 0-2.8 9.1c.6.5.8 1.2.8 2h4c0-.8.2-1.5.8-2A5 5 0 0 0 10 2.5zM8.2 16.2h3.6",
  play: "M6 3.5 16 10 6 16.5z",
  pause: "M6.5 4v12M13.5 4v12",
  close: "M5 5l10 10M15 5 5 15",
  stack: "M3.5 8h9v9h-9zM7 8V5h9v9h-3.5M10 5V3h7v8h-1",
  list: "M3 5h2M3 10h2M3 15h2M8 5h9M8 10h9M8 15h9",
  talk: "M3 4h14v9H9l-4 3.5V13H3z",
  tools: "M4.5 10h.01M10 10h.01M15.5 10h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="drawn-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
