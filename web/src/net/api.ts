/** The REST calls of the lobby. */
import type {
  Book,
  Credentials,
  Forgotten,
  InvitationCard,
  Keys,
  LetterWish,
  NewLesson,
  NewPassword,
  NewTable,
  Person,
  Place,
  Problem,
  Reach,
  RuleCard,
  ScenarioCard,
  StopLetters,
  TableCard,
  TitleCard,
} from "../protocol";
import { lang, seats } from "../settings";

/** A call that failed, with the server's own words for it. */
export class CallFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) throw await failure(response);
  return (await response.json()) as T;
}

async function failure(response: Response): Promise<CallFailed> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    return new CallFailed(problem.code ?? String(response.status), problem.message ?? response.statusText);
  } catch {
    return new CallFailed(String(response.status), response.statusText);
  }
}

function posted(body: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function spoken(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${lang.value}`;
}

function part(text: string): string {
  return encodeURIComponent(text);
}

/** All tokens that this browser holds, which show the server whose games to list. */
function bearer(table?: string): HeadersInit {
  const known = table === undefined ? Object.values(seats.value) : [seats.value[table]];
  const tokens = known.flatMap((one) => [...Object.values(one?.tokens ?? {}), one?.spectator ?? ""]).filter(Boolean);
  return tokens.length > 0 ? { Authorization: `Bearer ${tokens.join(" ")}` } : {};
}

export function titles(): Promise<TitleCard[]> {
  return call(spoken("/api/titles"));
}

/** A page of the list of games, and where the next one is, if there is one. */
export interface Page {
  tables: TableCard[];
  next: string;
}

/** The first page of the games on the table, or of those in the archive. */
export function tables(archive = false): Promise<Page> {
  return page(spoken(`/api/tables?archive=${archive}`));
}

/** A page to which the one before it leads. */
export async function page(path: string): Promise<Page> {
  const response = await fetch(path, { headers: bearer() });
  if (!response.ok) throw await failure(response);
  return { tables: (await response.json()) as TableCard[], next: nextOf(response.headers.get("link") ?? "") };
}

/** Where a header says that the next page is. */
export function nextOf(link: string): string {
  return /<([^>]*)>; rel="next"/.exec(link)?.[1] ?? "";
}

/** Put a game into the archive, or take it out again. */
export async function archive(table: string, archived: boolean): Promise<void> {
  const asked = posted({ archived });
  const headers = { ...asked.headers, ...bearer(table) };
  const response = await fetch(`/api/tables/${part(table)}/archive`, { ...asked, headers });
  if (!response.ok) throw await failure(response);
}

/** Delete a game in which nobody else sits. */
export async function remove(table: string): Promise<void> {
  const response = await fetch(`/api/tables/${part(table)}`, { method: "DELETE", headers: bearer(table) });
  if (!response.ok) throw await failure(response);
}

/** Who is signed in, and whether this server has accounts. */
export function session(): Promise<Person> {
  return call("/api/session");
}

export function signUp(given: Credentials): Promise<Person> {
  return call("/api/accounts", posted(given));
}

export function signIn(given: Credentials): Promise<Person> {
  return call("/api/session", posted(given));
}

export async function signOut(): Promise<void> {
  const response = await fetch("/api/session", { method: "DELETE" });
  if (!response.ok) throw await failure(response);
}

/** Have a letter sent by which a forgotten password is replaced, if the account has an address. */
export async function forgotten(name: string): Promise<void> {
  const response = await fetch("/api/accounts/forgotten", posted({ name } satisfies Forgotten));
  if (!response.ok) throw await failure(response);
}

/** Replace a forgotten password, as the letter allows. */
export async function newPassword(given: NewPassword): Promise<void> {
  const response = await fetch("/api/accounts/password", posted(given));
  if (!response.ok) throw await failure(response);
}

/** Where who is signed in is signed in. */
export function places(): Promise<Place[]> {
  return call("/api/sessions");
}

/** Sign out there. */
export async function endPlace(id: string): Promise<void> {
  const response = await fetch(`/api/sessions/${part(id)}`, { method: "DELETE" });
  if (!response.ok) throw await failure(response);
}

/** Whether and where who is signed in wants to be told of their move. */
export function letters(): Promise<LetterWish> {
  return call("/api/letters");
}

export function wishLetters(wish: LetterWish): Promise<LetterWish> {
  return call("/api/letters", posted(wish));
}

/** What the link at the end of a letter asks for. */
export async function stopLetters(token: string): Promise<void> {
  const response = await fetch("/api/letters/stop", posted({ token } satisfies StopLetters));
  if (!response.ok) throw await failure(response);
}

export function create(table: NewTable): Promise<Keys> {
  return call("/api/tables", posted(table));
}

/** Begin a lesson, at a table of its own. */
export function teach(lesson: NewLesson): Promise<Keys> {
  return call("/api/lessons", posted(lesson));
}

/** Take the seat of an invitation, with or without agreeing to hints of the computer. */
export function join(token: string, hints: boolean): Promise<Keys> {
  return call("/api/invitations", posted({ token, hints }));
}

/** What an invitation is for. */
export function invitedTo(token: string): Promise<InvitationCard> {
  return call(spoken("/api/invitations/look"), posted({ token }));
}

/** New tokens for the seats that are free to whoever sits at the machine of a local server. */
export function renew(table: string): Promise<Keys> {
  return call(`/api/tables/${part(table)}/keys`, posted({}));
}

/** Give up the seats that this browser holds at a table of a local server. */
export async function giveUp(table: string): Promise<void> {
  const response = await fetch(`/api/tables/${part(table)}/keys`, { method: "DELETE", headers: bearer(table) });
  if (!response.ok) throw await failure(response);
}

/** From where others can come to a local server. */
export function reach(): Promise<Reach> {
  return call("/api/reach");
}

/** Go on with a saved game; `bots` names the computer player of each side that has one. */
export function upload(save: Blob, bots: Record<string, string>): Promise<Keys> {
  const seated = Object.entries(bots).map(([side, bot]) => `${side}:${bot}`);
  const headers = { "Content-Type": "application/octet-stream" };
  const path = `/api/tables/upload?bots=${part(seated.join(","))}`;
  return call(path, { method: "POST", headers, body: save });
}

/** Play on from a position at a table of its own. */
export function study(table: string, number: number): Promise<Keys> {
  const asked = posted({ number });
  const path = `/api/tables/${part(table)}/study`;
  return call(path, { ...asked, headers: { ...asked.headers, ...bearer(table) } });
}

/** A scenario by its id, be it one that is made to order. */
export function scenario(title: string, id: string): Promise<ScenarioCard> {
  return call(spoken(`/api/titles/${part(title)}/scenarios/${part(id)}`));
}

export function rules(title: string): Promise<RuleCard[]> {
  return call(spoken(`/api/titles/${part(title)}/rules`));
}

/** What to have at hand in a game of a scenario with these optional rules. */
export function book(title: string, scenario: string, options: readonly string[]): Promise<Book> {
  const path = `/api/titles/${part(title)}/scenarios/${part(scenario)}/book`;
  return call(spoken(`${path}?options=${part(options.join(","))}`));
}

export function rule(title: string, id: string): Promise<RuleCard> {
  return call(spoken(`/api/titles/${part(title)}/rules/${part(id)}`));
}

/** The saved game as a file. */
export async function save(table: string): Promise<Blob> {
  const response = await fetch(`/api/tables/${part(table)}/save`, { headers: bearer(table) });
  if (!response.ok) throw await failure(response);
  return response.blob();
}

/** The after-action report as a page. */
export async function report(table: string): Promise<Blob> {
  const response = await fetch(spoken(`/api/tables/${part(table)}/report.html`), { headers: bearer(table) });
  if (!response.ok) throw await failure(response);
  return response.blob();
}

/** The printed map as SVG text. */
export async function terrain(title: string, scenario: string): Promise<string> {
  const response = await fetch(spoken(`/api/titles/${part(title)}/scenarios/${part(scenario)}/terrain.svg`));
  if (!response.ok) throw await failure(response);
  return response.text();
}

/** The address of the picture of a scenario's setup. */
export function picture(title: string, scenario: string): string {
  return spoken(`/api/titles/${part(title)}/scenarios/${part(scenario)}/picture.svg`);
}
