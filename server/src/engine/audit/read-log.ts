/** Audit records of reads of the trails, and of reads of others' requests (docs/audit.md). */
import { hash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { idFromDigest } from '../../kernel/ids.ts';
import { causeOf, type Principal, type RequestContext } from '../principal.ts';
import type { Store } from '../store.ts';
import { defineRecords, type RecordDefinition } from './define-record.ts';
import type { AuditRecord, AuditTarget } from './model.ts';
import { OF_ACTOR } from './personal-texts.ts';
import { securityTrail } from './rejected-calls.ts';

const ofRecords = defineRecords<{ target: AuditTarget; filter: string }>(securityTrail, {
  target: ({ target }) => target,
  fields: { filter: ({ filter }) => filter || undefined },
  people: { filter: OF_ACTOR },
});
/** Records that somebody has read a page of a trail, or of the history of a team. */
export const auditQueried = ofRecords('audit_queried');
/** Records that somebody has read a page of a trail in the order of the chain, as exports do. */
export const auditExported = ofRecords('audit_exported');

/** Whether the record says that the principal has read audit records. */
export const isOwnRead = ({ type, actor }: AuditRecord, { id, kind }: Principal): boolean =>
  (type === auditQueried.code || type === auditExported.code) && actor.id === id && actor.kind === kind;

const MINUTE_MILLISECONDS = 60_000;
/** Equal reads of a principal share one record in each such period. The periods divide the hours of UTC evenly. */
export const SHARED_MILLISECONDS = { audit: 10 * MINUTE_MILLISECONDS, requests: 60 * MINUTE_MILLISECONDS };

/** Number of reads that a node remembers, so that a repeated one needs no statement. */
const MAX_REMEMBERED = 10_000;

export class ReadLog {
  readonly #deps: { store: Pick<Store, 'in'>; clock: Clock };
  readonly #seen = new Set<string>();

  constructor(deps: { store: Pick<Store, 'in'>; clock: Clock }) {
    this.#deps = deps;
  }

  /**
   * Records a read before its response is sent, so that a killed node loses none, and nothing is shown when the
   * database can't store the record. The first read in the shared time needs one statement; later ones on the same node
   * need none. The id of the record is derived from the read, so several nodes write it only once.
   * @param isExempt returns true for a read that needs no record; called for the first one in the shared time
   */
  async record<Subject>(
    principal: Principal,
    context: RequestContext,
    definition: RecordDefinition<Subject>,
    subject: Subject,
    shared: keyof typeof SHARED_MILLISECONDS,
    isExempt: () => Promise<boolean> = async () => false,
  ): Promise<void> {
    const { store, clock } = this.#deps;
    const { tenantId } = principal;
    const now = clock.now();
    const record = definition.record(subject, causeOf(principal, context));
    const { type, actor, target, fields } = record;
    const period = Math.floor(now.getTime() / SHARED_MILLISECONDS[shared]);
    const key = [tenantId, type, period, actor.kind, actor.id, target.type, target.id, fields.filter];
    const id = idFromDigest(hash('sha256', JSON.stringify(key)));
    if (this.#seen.has(id)) return;
    if (!(await isExempt())) await store.in(tenantId).audit.append([{ ...record, id }], now);
    if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear();
    this.#seen.add(id);
  }
}
