/** Routes of export, erasure and legal hold of a person (docs/privacy.md). */
import Type from 'typebox';
import { previewErasure, requestErasure } from '../../domain/privacy/erase-person.ts';
import { exportPerson } from '../../domain/privacy/export-person.ts';
import { placeHold, removeHold } from '../../domain/privacy/hold-person.ts';
import type { Erasure, FoundRow, RowWithPersonId } from '../../domain/privacy/ports.ts';
import { OtherResponse, route } from '../route.ts';
import { Closed, DateTime, Flag, Id, Model, OneOf, Resource, Uuid } from '../schema.ts';

const PersonParams = Closed({ id: Id('Id of the person') });
const Count = Type.Integer({ minimum: 0 });
const Pointer = Type.String({ description: 'JSON Pointer of the text in the record' });
/** Maximum number of places that a dry run lists. */
const MAX_PLACES = 1_000;
const At = Type.String({ description: 'Column, and path in its JSON, joined by dots' });

const UserErasure = Resource('UserErasure', {
  id: Uuid,
  userId: Type.String(),
  status: OneOf(['active', 'completed']),
  requestedDateTime: DateTime,
  completedDateTime: Type.Optional(DateTime),
  redactedRows: Type.Integer({ minimum: 0, description: 'Rows that were redacted or deleted so far' }),
  unchangedRecords: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Audit records whose hash covers the name of the person in plain text, from before the encryption',
    }),
  ),
});

const UserErasurePreview = Resource('UserErasurePreview', {
  userId: Type.String(),
  stores: Type.Array(Closed({ name: Type.String(), rows: Count }), {
    description: 'What would be redacted or deleted',
  }),
  recordTexts: Type.Integer({ minimum: 0, description: 'Texts in audit records that would read `erased`' }),
  unchangedRecords: Count,
  textsOfOthers: Type.Integer({
    minimum: 0,
    description: 'Texts of others in audit records, in which the name would be replaced by `erased`',
  }),
  placesOfOthers: Type.Array(
    Closed({
      trail: Type.String(),
      sequence: Type.Integer(),
      type: Type.String(),
      time: DateTime,
      at: Pointer,
      writtenBy: Type.String({ description: 'Id of the person who wrote the text' }),
    }),
    { description: `Places of these texts, at most ${MAX_PLACES}` },
  ),
  unchangedTexts: Type.Integer({
    minimum: 0,
    description:
      'Texts that name the person and stay: names and descriptions of teams, and the files of teams in Microsoft 365 that were filled in from a request, for example',
  }),
  unchangedPlaces: Type.Array(
    Closed({ store: Type.String(), key: Type.Record(Type.String(), Type.String()), at: At }),
    { description: `Places of these texts, at most ${MAX_PLACES}` },
  ),
  isHeld: Type.Boolean({ description: 'Whether a legal hold forbids the erasure' }),
});

const UserExport = Resource('UserExport', {
  userId: Type.String(),
  exportedDateTime: DateTime,
  directory: Type.Optional(
    Type.Unsafe<Record<string, unknown>>(
      Type.Object({}, { additionalProperties: true, description: 'The entry in the directory' }),
    ),
  ),
  stores: Type.Array(
    Closed({
      name: Type.String(),
      rows: Type.Array(
        Closed({
          key: Type.Record(Type.String(), Type.String()),
          texts: Type.Array(Closed({ at: At, text: Type.String() })),
          ids: Type.Optional(Type.Array(At, { description: 'Places with the id of the person' })),
        }),
      ),
    }),
    { description: 'Rows that name the person in a text or have the id in their JSON' },
  ),
  references: Type.Array(
    Closed({
      name: Type.String(),
      rows: Type.Array(
        Closed({
          key: Type.Record(Type.String(), Type.String()),
          displayName: Type.Optional(Type.String({ description: 'Name of the team or other object' })),
          values: Type.Unsafe<Record<string, unknown>>(
            Type.Object({}, { additionalProperties: true, description: 'Roles, states and times' }),
          ),
        }),
      ),
    }),
    {
      description:
        'Rows that refer to the person by id: memberships, roles, stays, reviews, requests and decisions, for example',
    },
  ),
  records: Type.Array(
    Closed({
      trail: Type.String(),
      sequence: Type.Integer(),
      type: Type.String(),
      time: DateTime,
      at: Pointer,
      value: Type.Unknown(),
    }),
    { description: 'Texts about the person in audit records' },
  ),
});

const LegalHold = Resource('LegalHold', {
  userId: Type.String(),
  reason: Type.String(),
  placedBy: Type.String({ description: 'Id of the administrator' }),
  placedDateTime: DateTime,
});

const LegalHoldRequest = Model('LegalHoldRequest', {
  reason: Type.String({ minLength: 1, maxLength: 500, examples: ['Proceedings 4 O 12/26'] }),
});

const present = ({ id, personId, requestedAt, completedAt, redactedRows, unchangedRecords }: Erasure) => ({
  id,
  userId: personId,
  status: completedAt === null ? ('active' as const) : ('completed' as const),
  requestedDateTime: requestedAt.toISOString(),
  ...(completedAt !== null && { completedDateTime: completedAt.toISOString() }),
  redactedRows,
  ...(unchangedRecords !== null && { unchangedRecords }),
});

/** Joins the rows with texts and the rows with the id of the person. */
function presentRows(rows: readonly FoundRow[], containing: readonly RowWithPersonId[]) {
  const idsOf = new Map(containing.map(({ key, ids }) => [JSON.stringify(key), { key, ids: [...ids] }]));
  const withTexts = rows.map(({ key, findings }) => {
    const place = JSON.stringify(key);
    const ids = idsOf.get(place)?.ids;
    idsOf.delete(place);
    return { key, texts: [...findings], ...(ids && { ids }) };
  });
  return [...withTexts, ...[...idsOf.values()].map((row) => ({ ...row, texts: [] }))];
}

export const exportUserRoute = route(
  {
    summary: 'Export what is stored about a person',
    params: PersonParams,
    response: UserExport,
    context: 'users/export',
    description:
      'The entry in the directory, every text that names the person, with its place, and every row that refers to the person by id. Texts about others are left out. The audit trail records the export.',
  },
  async (deps, { principal, context, params }) => {
    const { personId, exportedAt, directory, stores, references, records } = await exportPerson(
      deps,
      principal,
      context,
      params.id,
    );
    return {
      userId: personId,
      exportedDateTime: exportedAt.toISOString(),
      ...(directory !== null && { directory }),
      stores: stores.map(({ name, rows, containing }) => ({ name, rows: presentRows(rows, containing) })),
      references: references.map(({ name, rows }) => ({
        name,
        rows: rows.map(({ displayName, ...row }) => ({
          ...row,
          ...(displayName !== null && { displayName }),
        })),
      })),
      records: records.map(({ time, ...record }) => ({ ...record, time: time.toISOString() })),
    };
  },
);

export const eraseUserRoute = route(
  {
    summary: 'Erase a person',
    errors: [409],
    params: PersonParams,
    querystring: Closed({ dryRun: Flag('`true` returns 200 with what would change, and changes nothing') }),
    response: UserErasure,
    context: 'users/erasure',
    otherResponses: { 200: UserErasurePreview },
    description:
      'Destroys the key of the texts about the person in audit records, and redacts everything else that names them. The id stays. Workers carry it out; repeat the call to see its state. It cannot be undone. A legal hold rejects it. A dry run counts what it would change.',
  },
  async (deps, { principal, context, params, query, baseUrl }) => {
    if (query.dryRun) {
      const {
        personId: userId,
        textsOfOthers,
        unchangedTexts,
        ...preview
      } = await previewErasure(deps, principal, params.id);
      const places = textsOfOthers.slice(0, MAX_PLACES);
      return new OtherResponse(200, {
        '@odata.context': `${baseUrl}/$metadata#users/erasure`,
        userId,
        ...preview,
        textsOfOthers: textsOfOthers.length,
        unchangedTexts: unchangedTexts.length,
        unchangedPlaces: unchangedTexts.slice(0, MAX_PLACES),
        placesOfOthers: places.map(({ time, ...place }) => ({ ...place, time: time.toISOString() })),
      });
    }
    return present(await requestErasure(deps, principal, context, params.id));
  },
);

export const placeUserHoldRoute = route(
  {
    summary: 'Place a legal hold on a person',
    errors: [409],
    params: PersonParams,
    body: LegalHoldRequest,
    response: LegalHold,
    context: 'users/hold',
    description: 'While it is placed, the person cannot be erased. A further call replaces the reason.',
  },
  async (deps, { principal, context, params, body }) => {
    const { personId, reason, placedBy, placedAt } = await placeHold(deps, principal, context, {
      personId: params.id,
      ...body,
    });
    return { userId: personId, reason, placedBy, placedDateTime: placedAt.toISOString() };
  },
);

export const removeUserHoldRoute = route(
  { summary: 'Remove the legal hold on a person', params: PersonParams },
  async (deps, { principal, context, params }) => removeHold(deps, principal, context, params.id),
);
