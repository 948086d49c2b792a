/** The house's answers about exams. */

import type { DrillExercise, Given } from "./drill";
import { ask } from "./house";
import type * as wire from "./messages";

export type ExamCard = Required<wire.ExamCard>;
export type { ExamLine, ExamResult, ExamUnderWay, FamilyTally, Invitation, OwnSitting, ResultLine, Tally } from "./messages";
export type NewExam = wire.NewExam;
export type SittingNow = Omit<wire.SittingNow, "exercise"> & { exercise?: DrillExercise | null };
export type Roster = Required<wire.Roster>;

export const exams = {
  mine: () => ask<ExamCard[]>("GET", "/api/exams"),
  make: (exam: NewExam) => ask<wire.ExamMade>("POST", "/api/exams", exam),
  card: (exam: string) => ask<ExamCard>("GET", `/api/exams/${exam}`),
  close: (exam: string) => ask<wire.Done>("DELETE", `/api/exams/${exam}`, {}),
  invitation: (exam: string) => ask<wire.Invitation>("GET", `/api/exams/${exam}/invitation`),
  board: (exam: string) => ask<wire.ExamLine[]>("GET", `/api/exams/${exam}/board`),
  underWay: () => ask<wire.ExamUnderWay[]>("GET", "/api/sittings"),
  begin: (exam: string, attempt: number) => ask<SittingNow>("POST", `/api/exams/${exam}/sittings`, { attempt }),
  answer: (exam: string, attempt: number, number: number, { action, cents, said = "" }: Given) =>
    ask<SittingNow>("POST", `/api/exams/${exam}/answers`, { attempt, number, action, pay_cents: cents, ...(said ? { said } : {}) }),
  classes: () => ask<Roster[]>("GET", "/api/classes"),
  makeClass: (name: string, students: readonly string[]) => ask<Roster>("POST", "/api/classes", { name, students }),
  changeClass: (roster: string, name: string, students: readonly string[]) => ask<Roster>("POST", `/api/classes/${roster}`, { name, students }),
  removeClass: (roster: string) => ask<wire.Done>("DELETE", `/api/classes/${roster}`, {}),
  result: (exam: string, attempt: number, person: string) =>
    ask<wire.ExamResult>("GET", `/api/exams/${exam}/sittings/${attempt}?${new URLSearchParams({ person })}`),
};
