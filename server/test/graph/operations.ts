/** Asynchronous operations of Teams: started with 202 and a Location, and then polled. */
import type { TeamsAsyncOperationType } from '@microsoft/microsoft-graph-types';
import { type Answer, notFound } from './errors.ts';
import { entityResponse } from './odata.ts';
import { type Call, ok, type Route } from './route.ts';
import type { StoredOperation, Tenant } from './tenant.ts';

const PROPERTIES = [
  'id',
  'attemptsCount',
  'createdDateTime',
  'error',
  'lastActionDateTime',
  'operationType',
  'status',
  'targetResourceId',
  'targetResourceLocation',
] as const satisfies readonly (keyof StoredOperation['operation'])[];

/** Applies the effects of all operations that have ended by now. */
export function finishOperations(tenant: Tenant, now: Date): void {
  for (const stored of tenant.runningOperations) {
    if (stored.doneAt > now.getTime()) continue;
    tenant.runningOperations.delete(stored);
    stored.effect();
    stored.operation.status = 'succeeded';
    stored.operation.lastActionDateTime = new Date(stored.doneAt).toISOString();
  }
}

interface StartedOperation {
  teamId: string;
  type: TeamsAsyncOperationType;
  targetResourceId: string;
  targetResourceLocation: string;
  effect(): void;
}

/** Starts an operation. An operation of zero duration ends immediately. Returns 202 as Teams does. */
export function startOperation(call: Call, { teamId, type, effect, ...target }: StartedOperation): Answer {
  const id = call.tenant.newId('operation', teamId, type);
  const at = call.now.toISOString();
  const stored: StoredOperation = {
    id,
    teamId,
    operation: {
      id,
      operationType: type,
      createdDateTime: at,
      lastActionDateTime: at,
      status: 'inProgress',
      attemptsCount: 1,
      error: null,
      ...target,
    },
    effect,
    doneAt: call.now.getTime() + call.operationTakes(),
    createdAt: call.now.getTime(),
    visibleAt: call.now.getTime(),
  };
  call.tenant.operations.set(id, stored);
  call.tenant.runningOperations.add(stored);
  finishOperations(call.tenant, call.now);
  // "Create channel" puts the operation of a shared channel into Content-Location and sends no Location.
  if (type === 'createChannel') {
    return { status: 202, headers: { 'content-location': `/teams/${teamId}/operations/${id}` } };
  }
  return {
    status: 202,
    headers: {
      location: `/teams('${teamId}')/operations('${id}')`,
      'content-location': target.targetResourceLocation,
    },
  };
}

export const operationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/teams/{team}/operations/{operation}',
    permissions: [
      'Team.Create',
      'Team.ReadBasic.All',
      'TeamSettings.Read.All',
      'TeamSettings.ReadWrite.All',
      'Channel.Create',
      'Group.Read.All',
      'Group.ReadWrite.All',
    ],
    budgets: ['teamsGet'],
    handle(call) {
      const stored = call.tenant.operations.get(call.parameters.operation!);
      if (stored === undefined || stored.teamId !== call.parameters.team) throw notFound('The operation');
      const rules = { type: 'teamsAsyncOperation', properties: PROPERTIES, options: ['$select'] as const };
      const context = `${call.url}/$metadata#teams('${stored.teamId}')/operations/$entity`;
      return ok(entityResponse({ ...stored.operation }, call.query, rules, context));
    },
  },
];
