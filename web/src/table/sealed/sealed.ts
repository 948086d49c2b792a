/** Checking a sealed throw: the commitment from the secret, and the faces from the secret and the seeds. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Seed, Throw } from "../../wire/messages";

/** The maker of hashes: the browser or a library. */
interface Hashing {
  sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array;
  hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array;
}

/** The hashes of a library: browsers keep WebCrypto from pages over plain HTTP. */
export const LIBRARY: Hashing = { sha256, hmac: (key, message) => hmac(sha256, key, message) };

/** The browser's own hashes, or null where it has none: on pages over plain HTTP. */
export function webCrypto(subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Hashing | null {
  if (!subtle) return null;
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest("SHA-256", data)),
    hmac: async (key, message) => {
      const held = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return new Uint8Array(await subtle.sign("HMAC", held, message));
    },
  };
}

const hashing: Hashing = webCrypto() ?? LIBRARY;

/** The data of a throw that the house revealed. */
export interface RevealedThrow {
  number: number;
  commitment: string;
  seeds: readonly Seed[];
  secret: string;
  throw: Throw | null;
  withheld: string;
}

const FAIR = 252;
const SECRET = /^[0-9a-f]{64}$/;

/** Whether the secret fits the commitment, and the faces fit the secret. A withheld throw has no faces. */
export async function check(table: string, told: RevealedThrow, by: Hashing = hashing): Promise<boolean> {
  if (!SECRET.test(told.secret)) return false;
  const secret = bytes(told.secret);
  if (hex(await by.sha256(secret)) !== told.commitment) return false;
  if (!told.throw) return told.withheld !== "";
  const gives = await facesOf(secret, table, told.number, told.seeds, by);
  return gives.a === told.throw.a && gives.b === told.throw.b;
}

/** The SHA-256 of a text, in hexadecimal. */
export async function digest(text: string, by: Hashing = hashing): Promise<string> {
  return hex(await by.sha256(utf8(text)));
}

/** The throw that a secret gives with the seeds. */
async function facesOf(secret: Uint8Array<ArrayBuffer>, table: string, number: number, seeds: readonly Seed[], by: Hashing): Promise<Throw> {
  const message = messageOf(table, number, seeds);
  const faces: number[] = [];
  for (let block = 0; faces.length < 2; block++) {
    const stream = await by.hmac(secret, utf8(message + String(block)));
    for (const byte of stream) if (byte < FAIR) faces.push((byte % 6) + 1);
  }
  return { a: faces[0], b: faces[1] } as Throw;
}

/** The lines that the secret is applied to: players in the order of the UTF-8 bytes of their names. */
export function messageOf(table: string, number: number, seeds: readonly Seed[]): string {
  const ordered = [...seeds].sort((one, other) => compared(utf8(one.player), utf8(other.player)));
  return ["bankcraps dice 1", table, String(number), ...ordered.map((one) => `${one.player} ${one.seed}`)].map((line) => `${line}\n`).join("");
}

function compared(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

export function bytes(written: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(written.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
