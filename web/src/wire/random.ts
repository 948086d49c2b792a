/** 128 random bits in hexadecimal. `crypto.randomUUID` is not there for pages over plain HTTP in the own network. */
export function randomBits(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
