/** The common set-up of most suites: service, callers and teams. */
import assert from 'node:assert/strict';
import {
  type ApiError,
  CharterApiError,
  type CharterClient,
  type ClientOptions,
  createClient,
  type Job,
  type TeamProvisioningRequest,
} from '@charter/sdk';
import {
  CALLERS,
  type Caller,
  CHANNEL_MANIFEST,
  GUARDED_MANIFEST,
  GUARDED_TEMPLATE,
  MANIFEST,
  RUN_ID,
  subjectOf,
  TEMPLATE,
} from './callers.ts';
import { openService, type Service, type StartOptions } from './service.ts';
import { openSnapshots, type SnapshotObjects } from './snapshot.ts';
import { issueToken } from './tokens.ts';

export interface RawRequest {
  method?: string;
  /** Path, including the base path. */
  path: string;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body?: unknown;
  /** Caller. Default: no authentication. */
  as?: Caller;
}

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; an empty object when it is not JSON. */
  body: Record<string, unknown> & Partial<ApiError>;
}

export interface Harness {
  service: Service;
  as(caller: Caller, options?: Partial<ClientOptions>): CharterClient;
  anonymous: CharterClient;
  token(caller: Caller): Promise<string>;
  raw(request: RawRequest): Promise<RawResponse>;
  /** Provisions a private team with `owner` and `member`, requested by `owner`. */
  makeTeam(change?: Partial<TeamProvisioningRequest['team']>): Promise<{ team: string; job: string }>;
  /** Requests a team as `owner` and returns the id of its pending approval. */
  askForApproval(): Promise<string>;
  /** Returns a digest of the stored data that a rejected call must not change (snapshot.ts). */
  snapshot(subject?: SnapshotObjects): Promise<unknown>;
  close(): Promise<void>;
}

const NOTHING: SnapshotObjects = { team: '-', channel: '-' };

function readBody(text: string): RawResponse['body'] {
  try {
    return JSON.parse(text) as RawResponse['body'];
  } catch {
    return {};
  }
}

let teams = 0;

export async function openHarness(options: StartOptions = {}): Promise<Harness> {
  const service = await openService(options);
  const tokens = new Map<Caller, Promise<string>>();
  const token = (caller: Caller): Promise<string> => {
    const minted = tokens.get(caller) ?? issueToken(service, subjectOf(caller));
    tokens.set(caller, minted);
    return minted;
  };
  const as = (caller: Caller, more: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: service.url, tokenProvider: () => token(caller), retry: false, ...more });

  const snapshots = openSnapshots(() => as('admin'), service.databaseUrl);
  const { catalog } = as('admin');
  await catalog
    .applyCatalogTemplate({ manifest: MANIFEST })
    .then(() => catalog.applyCatalogTemplate({ manifest: GUARDED_MANIFEST }))
    .then(() => catalog.applyCatalogTemplate({ manifest: CHANNEL_MANIFEST }))
    .catch(async (error: unknown) => {
      await service.stop();
      throw error;
    });
  return {
    service,
    as,
    anonymous: createClient({ baseUrl: service.url, retry: false }),
    token,
    raw: async ({ method = 'GET', path, headers = {}, body, as: caller }) => {
      const response = await fetch(service.url + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(caller === undefined ? {} : { authorization: `Bearer ${await token(caller)}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: readBody(text) };
    },
    makeTeam: async (change = {}) => {
      teams += 1;
      const client = as('owner');
      const job = await client.teams.createTeamProvisioningJob({
        template: { id: TEMPLATE },
        team: {
          name: `Acceptance ${RUN_ID} ${teams}`,
          membership: { owners: [{ id: CALLERS.owner.name }], members: [{ id: CALLERS.member.name }] },
          ...change,
        },
      });
      return { team: teamOf(await waitForCompletedJob(client, job.id)), job: job.id };
    },
    askForApproval: async () => {
      const job = await as('owner').teams.createTeamProvisioningJob({
        template: { id: GUARDED_TEMPLATE },
        team: { name: `Guarded ${RUN_ID}`, membership: { owners: [{ id: CALLERS.owner.name }] } },
      });
      assert.equal(job.status, 'paused');
      return job.data.approval?.id ?? '';
    },
    snapshot: (subject = NOTHING) => snapshots.take(subject),
    close: async () => {
      await snapshots.close();
      await service.stop();
    },
  };
}

/** Waits for the job, which must complete. */
export async function waitForCompletedJob(client: CharterClient, jobId: string): Promise<Job> {
  let progress = 0;
  const job = await client.jobs.waitForJob(jobId, {
    signal: AbortSignal.timeout(60_000),
    onProgress: (seen) => {
      assert.ok(seen.progress >= progress, 'progress does not decrease');
      progress = seen.progress;
    },
  });
  assert.equal(job.status, 'completed', JSON.stringify(job.data.error));
  return job;
}

export function teamOf(job: Job): string {
  const id = job.data.team?.id;
  assert.ok(id, 'the job has a team');
  return id;
}

/** Returns the error of a call that must be rejected. */
export async function rejection(call: Promise<unknown>): Promise<CharterApiError> {
  const error = await call.then(
    (result) => assert.fail(`the call should have been rejected, and answered ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CharterApiError)) throw error;
  return error;
}
