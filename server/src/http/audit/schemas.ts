import Type from 'typebox';
import type { AuditOrder } from '../../engine/audit/ports.ts';
import { COUNT_OPTION, PAGE_OPTIONS } from '../paging.ts';
import { ActorReference, Closed, Collection, DateTime, Model, named, OneOf, Uuid } from '../schema.ts';

const AuditTrail = Model('AuditTrail', {
  code: Type.String({ examples: ['teams'] }),
  category: Type.String(),
  fields: Type.Array(Type.String(), { description: 'Names of the fields that its records may have' }),
  types: Type.Array(Type.String(), { description: 'Types of its records' }),
  tenantId: Type.String(),
  retentionDays: Type.Optional(
    Type.Integer({ description: 'Days that records are kept; absent when they are kept forever' }),
  ),
});

export const AuditTrails = Collection('AuditTrails', AuditTrail);

const recordFields = {
  id: Uuid,
  time: DateTime,
  type: Type.String({ examples: ['team_created'] }),
  actor: ActorReference,
  target: Closed({ type: Type.String(), id: Type.String(), displayName: Type.String() }),
  requestId: Type.String(),
  outcome: OneOf(['success', 'failure', 'denied']),
  sequence: Type.Integer({ description: 'Position in the chain of the trail: 1, 2, 3…, without gaps' }),
  hash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the previous hash and the record',
  }),
  sealed: Type.Optional(
    Type.Array(
      Closed({
        at: Type.String({
          description: 'JSON Pointer of a text in the record that names a person',
          examples: ['/actor/displayName'],
        }),
        of: Type.String({ description: 'Id of the person' }),
        text: Type.String({
          description: 'The text as the hash covers it, encrypted with a key of the person',
        }),
        erased: Type.Optional(
          Type.Boolean({ description: 'True when the key was destroyed. The text is then `erased`' }),
        ),
      }),
      { description: 'Absent when no text of the record names a person' },
    ),
  ),
};

/** An audit record. It has the trail's own fields besides the common ones. */
const AuditTrailRecord = named('AuditTrailRecord', Type.Object(recordFields, { additionalProperties: true }));

/** A record in the history of a team. */
const TeamHistoryRecord = named(
  'TeamHistoryRecord',
  Type.Object(
    { ...recordFields, trail: Type.String({ description: 'Code of its audit trail', examples: ['teams'] }) },
    { additionalProperties: true },
  ),
);

export const TeamHistory = Collection('TeamHistory', TeamHistoryRecord);

export const AuditTrailRecords = Collection('AuditTrailRecords', AuditTrailRecord);

const ORDERS: readonly AuditOrder[] = ['time desc', 'time asc', 'sequence desc', 'sequence asc'];

export const AuditTrailRecordsQuery = Closed({
  ...PAGE_OPTIONS,
  $filter: Type.Optional(
    Type.String({
      description:
        '`eq` over `type`, `actor/id` and `target/id`; `eq`, `ge`, `gt`, `le`, `lt` over `time` and `sequence`; joined by `and`',
      examples: ["time ge 2026-11-01T00:00:00Z and actor/id eq 'ada'"],
    }),
  ),
  $orderby: Type.Optional(
    OneOf(ORDERS, {
      description: '`time desc`, newest first, by default. `sequence` is the order of the chain',
    }),
  ),
  ...COUNT_OPTION,
});

/** The public keys of the audit trails as a JWK Set (RFC 7517), Ed25519 as in RFC 8037. */
export const AuditKeys = Model('AuditKeys', {
  keys: Type.Array(
    Type.Unsafe<Record<string, unknown>>(
      Closed({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        kid: Type.String(),
        use: Type.String(),
        alg: Type.String(),
      }),
    ),
  ),
});
