/** The person signed in on this device. */

import { house, type Who } from "../wire/house";

const NOBODY: Who = { name: "", roles: [], guest: false, wallet_cents: 0 };

class Session {
  who = $state.raw<Who>(NOBODY);
  known = $state(false);

  async load(): Promise<void> {
    const who = { ...NOBODY, ...(await house.who()) };
    // The same person is not set again: a form that somebody fills in stays as it is.
    if (JSON.stringify(who) !== JSON.stringify(this.who)) this.who = who;
    this.known = true;
  }

  async signIn(name: string, passphrase: string): Promise<void> {
    this.who = { ...NOBODY, ...(await house.signIn(name, passphrase)) };
  }

  /** Sign in as a guest under a name that the house chooses, unless somebody is signed in. */
  async signInAnew(): Promise<void> {
    if (!this.who.name) this.who = { ...NOBODY, ...(await house.signInAnew()) };
  }

  /** Give the guest who is signed in a passphrase. The name, the wallet and the seat stay. */
  keep(passphrase: string): Promise<void> {
    return this.signIn(this.who.name, passphrase);
  }

  async signOut(): Promise<void> {
    await house.signOut();
    this.who = NOBODY;
  }
}

export const session = new Session();
