/** How a suite calls an operation: what is right, who may not, and what is wrong with a request. */
import type { CharterClient } from '@charter/sdk';
import type { Caller } from '../callers.ts';
import type { RawRequest } from '../stage.ts';

/** What exists when an operation is called. */
export interface Props {
  /** A public team, so that a stranger sees it and is refused. */
  team: string;
  channel: string;
  /** A job of `owner`. */
  job: string;
  /** A request of `owner` that waits for `member` to approve it. */
  approval: string;
  /** A webhook of `owner`, active. */
  hook: string;
  /** A policy that is for no team until it is attached. */
  policy: string;
  /** A lifecycle run that has ended. */
  run: string;
}

export interface BadInput {
  /** For the test's name. */
  what: string;
  request: (props: Props) => RawRequest;
  /** A `details[].target` of the answer. */
  target: string;
  /** `error.code`; InvalidRequest when left out. */
  code?: string;
}

export interface OperationCase {
  operation: string;
  /** The caller of the happy path. */
  caller: Caller;
  /** Calls it as it should be called, and checks the answer. */
  call: (client: CharterClient, props: Props) => Promise<void>;
  /** Who is refused with 403; null where every caller of the tenant may call and only sees less. */
  forbidden: Caller | null;
  /** What a caller of another tenant meets: a 404, a 400 that names the place, or its own data only. */
  foreign: 'hidden' | 'refused' | 'separate';
  bad: readonly BadInput[];
}

const V1 = '/v1.0';

/** A call with this body, that must be refused because of one place in it. */
export const body =
  (method: string, path: (props: Props) => string) =>
  (what: string, value: unknown, target: string, code?: string): BadInput => ({
    what,
    request: (props) => ({ method, path: V1 + path(props), body: value }),
    target,
    ...(code === undefined ? {} : { code }),
  });

/** A call with this query. */
export const query = (path: string, what: string, text: string, target: string): BadInput => ({
  what,
  request: () => ({ path: `${V1}${path}?${text}` }),
  target,
});

export const tooLongId = (method: string, path: (id: string) => string, target: string): BadInput => ({
  what: 'an id of 300 characters',
  request: () => ({ method, path: V1 + path('x'.repeat(300)) }),
  target,
});
