/**
 * Handles one request to Graph: checks token, endpoint, permission and budget, injects a fault, and applies the
 * effect.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Authority, Holder } from './authority.ts';
import type { Behaviour, Fault, Occasion } from './behaviour.ts';
import { type BudgetName, Spending, unitsOf } from './budgets.ts';
import { type CallLog, type RecordedCall, runOf } from './calls.ts';
import {
  type Answer,
  badRequest,
  conflict,
  errorResponse,
  GraphError,
  notFound,
  throttled,
} from './errors.ts';
import { finishOperations } from './operations.ts';
import { segmentsOf } from './path.ts';
import type { Call, Registration, Route, SignedInPerson } from './route.ts';
import { findRoute } from './routes.ts';
import type { Storage } from './storage.ts';
import type { Tenant } from './tenant.ts';

export interface GraphRequest {
  method: string;
  /** Path and query below the version, such as `/teams/id?$select=id`. */
  path: string;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
  /** Number of the enclosing `$batch` call. */
  batch?: number;
}

/** The response, or a reset connection. */
export type Outcome = Answer | 'lost';

export interface GraphParts {
  authority: Authority;
  calls: CallLog;
  clock: Clock;
  behaviour(): Behaviour;
  tenants: Map<string, Tenant>;
  /** URL with the version. */
  url: string;
  /** Whether an exhausted budget causes a 429. Otherwise only the record of the call shows it. */
  enforcesBudgets: boolean;
  download(content: string): string;
  storage: Storage;
  validate(url: string): Promise<boolean>;
}

const isTeams = (route: Route): boolean =>
  route.budgets.some((budget) => budget.startsWith('team') || budget === 'oneTeam');

function rejection(route: Route, roles: readonly string[]): GraphError {
  if (!isTeams(route)) {
    return new GraphError(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    );
  }
  const text = `Missing role permissions on the request. API requires one of '${route.permissions.join(', ')}'. Roles on the request '${roles.join(', ')}'.`;
  return new GraphError(403, 'Forbidden', text);
}

const unauthorised = (message: string): GraphError =>
  new GraphError(401, 'InvalidAuthenticationToken', message, undefined, {
    'www-authenticate': 'Bearer realm="", authorization_uri="", error="invalid_token"',
  });

function readBody({ headers, bytes }: GraphRequest): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw badRequest('Unable to read JSON request payload. Please ensure it is valid JSON.');
  }
}

function shortened({ body, ...rest }: Answer, properties: readonly string[]): Answer {
  if (properties.length === 0) return rest;
  const stored = Object.entries(body as object).filter(([name]) => properties.includes(name));
  return { ...rest, body: Object.fromEntries(stored) };
}

export class Graph {
  readonly #parts: GraphParts;
  readonly #spending = new Spending();
  /** Effects of calls with a `late` fault, whose callers have already lost the connection. */
  #late: { at: number; effect: () => unknown }[] = [];

  constructor(parts: GraphParts) {
    this.#parts = parts;
  }

  holder(headers: GraphRequest['headers']): Holder & { token: string } {
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorised('Access token is empty.');
    const holder = this.#parts.authority.holder(token);
    if (holder === undefined) throw unauthorised('Lifetime validation failed, the token is expired.');
    return { token, ...holder };
  }

  async answer(request: GraphRequest): Promise<Outcome> {
    const { calls, clock } = this.#parts;
    const recorded = calls.begin({
      at: clock.now().getTime(),
      method: request.method,
      path: request.path,
      ...(request.batch === undefined ? {} : { batch: request.batch }),
      ...runOf(request),
    });
    const outcome = await this.#outcome(request, recorded).catch((error: unknown) => {
      if (!(error instanceof GraphError)) throw error;
      return errorResponse(error, clock.now(), randomUUID());
    });
    if (outcome === 'lost') calls.end(recorded, 0);
    else calls.end(recorded, outcome.status, outcome.headers);
    return outcome;
  }

  async #outcome(request: GraphRequest, recorded: RecordedCall): Promise<Outcome> {
    const { clock, tenants } = this.#parts;
    const { token, registration, person } = this.holder(request.headers);
    recorded.clientId = registration.clientId;
    recorded.tenantId = registration.tenantId;
    const [path = '', search = ''] = request.path.split(/\?(.*)/s);
    const found = findRoute(request.method, segmentsOf(path));
    if (found === 'method') {
      throw new GraphError(
        405,
        'Request_BadRequest',
        'Specified HTTP method is not allowed for the request target.',
      );
    }
    if (found === undefined)
      throw badRequest(`Resource not found for the segment '${path.split('/').at(-1)}'.`);
    const { route, parameters } = found;
    recorded.route = `${route.method} ${route.path}`;
    const teamId = isTeams(route) ? (parameters.team ?? parameters.group) : undefined;
    if (teamId !== undefined) recorded.teamId = teamId;
    const tenant = tenants.get(registration.tenantId) as Tenant;
    await this.#applyLate();
    finishOperations(tenant, clock.now());
    const query = new URLSearchParams(search);
    const occasion: Occasion = {
      method: request.method,
      route: recorded.route,
      path: request.path,
      body: request.bytes.toString('latin1'),
      tenantId: tenant.id,
      clientId: registration.clientId,
      at: clock.now().getTime(),
    };
    this.#spend(recorded, route, query, occasion);
    const fault = this.#parts.behaviour().faultOf(occasion);
    if (fault !== undefined) recorded.fault = fault.kind;
    if (fault?.kind === 'expired token') {
      this.#parts.authority.revoke(token);
      throw unauthorised('Lifetime validation failed, the token is expired.');
    }
    const granted = person?.scopes ?? registration.roles;
    const sufficient = person ? (route.delegated ?? []) : route.permissions;
    const isOpen = person === undefined && sufficient.length === 0;
    const isAllowed = isOpen || sufficient.some((name) => granted.includes(name));
    registration.isRevoked = fault?.kind === 'revoked';
    if (registration.isRevoked || !isAllowed) throw rejection(route, fault ? [] : granted);
    const known = { tenant, registration, person, parameters, query, path };
    if (fault?.kind === 'late') {
      const at = occasion.at + fault.seconds * 1000;
      const call = this.#call(request, known, { ...occasion, at });
      this.#late.push({ at, effect: () => route.handle(call) });
      return 'lost';
    }
    const call = this.#call(request, known, occasion);
    return this.#withFault(fault, () => route.handle(call));
  }

  /** Applies the late effects that are due. A request that Graph would reject has no effect. */
  async #applyLate(): Promise<void> {
    const now = this.#parts.clock.now().getTime();
    const due = this.#late.filter(({ at }) => at <= now);
    this.#late = this.#late.filter(({ at }) => at > now);
    for (const { effect } of due.toSorted((one, other) => one.at - other.at)) {
      try {
        await effect();
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
      }
    }
  }

  #spend(
    recorded: RecordedCall,
    route: Route,
    query: URLSearchParams,
    { at, tenantId, clientId }: Occasion,
  ): void {
    const costs = route.budgets.map((budget: BudgetName) => ({
      budget,
      object: budget === 'oneTeam' ? recorded.teamId : budget === 'report' ? route.path : undefined,
      units: unitsOf(budget, recorded.route ?? '', query),
    }));
    try {
      const scope = `${tenantId} ${clientId}`;
      recorded.exceeded.push(...this.#spending.spend(scope, costs, at, this.#parts.enforcesBudgets));
    } catch (error) {
      recorded.exceeded.push(...((error as { exceeded?: string[] }).exceeded ?? []));
      throw error;
    }
  }

  #call(
    request: GraphRequest,
    known: {
      tenant: Tenant;
      registration: Registration;
      person: SignedInPerson | undefined;
      parameters: Record<string, string>;
      query: URLSearchParams;
      path: string;
    },
    occasion: Occasion,
  ): Call {
    const { url, download, storage, validate } = this.#parts;
    const behaviour = this.#parts.behaviour();
    const { tenant, registration, person, parameters, query, path } = known;
    return {
      tenant,
      registration,
      person,
      parameters,
      query: { parameters: query, headers: request.headers, url: `${url}${path}` },
      headers: request.headers,
      body: readBody(request),
      bytes: request.bytes,
      now: new Date(occasion.at),
      url,
      visibleAt: (kind) => occasion.at + behaviour.hiddenFor(kind, occasion),
      operationTakes: () => behaviour.operationTakes(occasion),
      download,
      storage,
      validate,
    };
  }

  async #withFault(fault: Fault | undefined, effect: () => Answer | Promise<Answer>): Promise<Outcome> {
    switch (fault?.kind) {
      case undefined:
        return effect();
      case 'throttled':
        throw throttled(fault.seconds);
      case 'rejected':
        throw new GraphError(fault.status, fault.code, fault.message);
      case 'unavailable': {
        const headers = { 'retry-after': `${fault.seconds}` };
        throw new GraphError(
          503,
          'ServiceUnavailable',
          'The service is temporarily unavailable.',
          undefined,
          headers,
        );
      }
      case 'shortened':
        return shortened(await effect(), fault.properties);
      case 'lost':
        if (fault.hasEffect) await effect();
        return 'lost';
      case 'error':
        if (fault.hasEffect) await effect();
        throw new GraphError(fault.status, 'UnknownError', '');
    }
    // Applies the effect and returns an error. An invalid request is rejected with its own error instead.
    await effect();
    throw fault?.kind === 'conflict but done' ? conflict('The request conflicts.') : notFound('The resource');
  }
}
