/** A test case of an operation: the valid call, the forbidden caller, and invalid requests. */
import type { CharterClient } from '@charter/sdk';
import type { Caller } from '../callers.ts';
import type { RawRequest } from '../stage.ts';

/** Objects that exist before the call. */
export interface TestObjects {
  /** A public team. Strangers can see it, so their forbidden calls end with 403 instead of 404. */
  team: string;
  channel: string;
  /** A job of `owner`. */
  job: string;
  /** A request of `owner` that waits for `member` to approve it. */
  approval: string;
  /** The same, while a question from `member` to `owner` is open. */
  question: string;
  /** A webhook of `owner`, active. */
  hook: string;
  /** A policy that applies to attached teams, and is attached to none. */
  policy: string;
  /** A template that no other operation uses. */
  template: string;
  /** A lifecycle run that has ended. */
  run: string;
  /** A pending request to `member` to own a team. */
  ownerRequest: string;
  /** A channel of a public team of `owner` that violates a policy. */
  channelViolation: string;
  /** A pending request of `stranger` to join a public team of `owner`. */
  joinRequest: string;
  /** An open review of the members of a public team of `owner`. */
  review: string;
}

export interface BadInput {
  /** Part of the test name. */
  what: string;
  request: (props: TestObjects) => RawRequest;
  /** Expected `details[].target`. */
  target: string;
  /** Expected `error.code`. Default: InvalidRequest. */
  code?: string;
}

export interface OperationCase {
  operation: string;
  /** Caller of the valid call. */
  caller: Caller;
  /** The objects that the case reads. Only these are created. */
  needs?: readonly (keyof TestObjects)[];
  /** Makes a valid call and checks the response. */
  call: (client: CharterClient, props: TestObjects) => Promise<void>;
  /** Caller who gets 403; null when every caller of the tenant has access. */
  forbidden: Caller | null;
  /** Result for another tenant: `hidden` is 404, `rejected` is 400, and `separate` is its own data. */
  foreign: 'hidden' | 'rejected' | 'separate';
  bad: readonly BadInput[];
}

const V1 = '/v1.0';

/** Creates a case with an invalid field in the body. */
export const body =
  (method: string, path: (props: TestObjects) => string) =>
  (what: string, value: unknown, target: string, code?: string): BadInput => ({
    what,
    request: (props) => ({ method, path: V1 + path(props), body: value }),
    target,
    ...(code === undefined ? {} : { code }),
  });

/** Creates a case with an invalid query parameter. */
export const query = (
  path: string,
  what: string,
  text: string,
  target: string,
  method = 'GET',
): BadInput => ({
  what,
  request: () => ({ method, path: `${V1}${path}?${text}` }),
  target,
});

export const tooLongId = (method: string, path: (id: string) => string, target: string): BadInput => ({
  what: 'an id of 300 characters',
  request: () => ({ method, path: V1 + path('x'.repeat(300)) }),
  target,
});
