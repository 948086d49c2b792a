/** A person's own limits: a loss limit, the length of a session, a time-out. The house keeps and enforces them. */

import { ask } from "../wire/house";
import type { LimitsNow, PersonalLimits } from "../wire/messages";

class KeptLimits {
  now = $state.raw<LimitsNow | null>(null);

  async load(): Promise<void> {
    this.now = await ask<LimitsNow>("GET", "/api/limits");
  }

  async set(limits: PersonalLimits): Promise<void> {
    this.now = await ask<LimitsNow>("POST", "/api/limits", limits);
  }
}

export const personal = new KeptLimits();
