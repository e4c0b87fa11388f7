/** The reason why the portal could not start, and the message with the next step. */
import type { MessageId } from './messages.ts';

export class StartFailure extends Error {
  /** Id of the message with the next step. The message has the argument `reason`. */
  readonly advice: MessageId;
  readonly isInTeams: boolean;
  /** Ends the session at the issuer, so that another account can sign in. Absent when nobody is signed in. */
  readonly signOut: (() => Promise<void>) | undefined;

  constructor(advice: MessageId, reason: string, isInTeams = false, signOut?: () => Promise<void>) {
    super(reason);
    this.name = 'StartFailure';
    this.advice = advice;
    this.isInTeams = isInTeams;
    this.signOut = signOut;
  }

  get reason(): string {
    return this.message;
  }
}

export const toStartFailure = (error: unknown): StartFailure =>
  error instanceof StartFailure
    ? error
    : new StartFailure('start.failedDetail', error instanceof Error ? error.message : String(error));
