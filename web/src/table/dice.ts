/** SHA-256 in plain code, so that the dice can be checked on any page, also where the browser withholds its own. */

const ROUNDS = 64;
const [START, CONSTANTS] = tables();

/** The first bits behind the point of the roots of primes: the fixed numbers of the algorithm. */
function tables(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  ];
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The text in UTF-8, filled up to whole blocks with its length at the end. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, bytes.length * 8);
  return view;
}

function schedule(view: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(ROUNDS);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4);
  const at = (i: number) => words[i] ?? 0;
  for (let i = 16; i < ROUNDS; i += 1) {
    const low = turned(at(i - 15), 7) ^ turned(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const high = turned(at(i - 2), 17) ^ turned(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    words[i] = at(i - 16) + low + at(i - 7) + high;
  }
  return words;
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (words[i] ?? 0)) >>> 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    hash[place] = (hash[place] ?? 0) + word;
  });
}

/** The SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  const view = padded(text);
  const hash = Uint32Array.from(START);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(hash, schedule(view, offset));
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}
