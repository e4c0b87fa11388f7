/** A webhook and a team event with default fields for tests. */

import type { HookRecord } from '../src/domain/webhooks/model.ts';
import type { DomainEvent } from '../src/engine/events/model.ts';
import { newId } from '../src/kernel/ids.ts';
import { rawEvent } from './raw-event.ts';

export const AT = new Date('2026-11-21T08:00:00.000Z');
export const ACTOR = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };

export const hookRecord = (change: Partial<HookRecord> = {}): HookRecord => ({
  id: newId(),
  name: 'CRM',
  description: null,
  active: true,
  events: ['team_created', 'team_updated'],
  url: 'https://crm.example/hook',
  sealedQuery: null,
  templates: [],
  secrets: [{ sealed: 'sealed', expiresAt: null }],
  scope: 'tenant',
  standing: { roleFrom: 'token', inDirectory: false },
  creator: ACTOR,
  createdAt: AT,
  updatedAt: AT,
  failingSince: null,
  disabledReason: null,
  ...change,
});

export const teamEvent = (change: Partial<DomainEvent> = {}): DomainEvent & { id: string } =>
  rawEvent({ type: 'team_created', actor: ACTOR, ...change });
