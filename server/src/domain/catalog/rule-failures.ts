/**
 * Records failing rules in the catalog trail for the tenant's administrators (docs/specification.md, section 9): once a
 * day for each rule and kind of failure. The record's id is derived from these, so all nodes write the same record.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { maxEntries } from '../../kernel/cache.ts';
import type { Clock } from '../../kernel/clock.ts';
import { idFromDigest } from '../../kernel/ids.ts';
import type { TemplateRuleFailure } from './rules.ts';
import { templateRuleFailed } from './template-records.ts';

interface RuleFailureLogDeps {
  store: Pick<Store, 'in'>;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

const MAX_REMEMBERED = 5_000;

function recordOf({ tenantId, template, rule, failure }: TemplateRuleFailure, day: string): NewAuditRecord {
  const key = [tenantId, template.id, template.version, rule, failure.kind, day];
  const id = idFromDigest(hash('sha256', JSON.stringify(key)));
  const fields = { rule, failure: failure.kind, problem: failure.message };
  return templateRuleFailed.record(template, { id, actor: SYSTEM_ACTOR, requestId: id }, fields);
}

export class RuleFailureLog {
  readonly #deps: RuleFailureLogDeps;
  readonly #recorded = new LRUCache<string, true>(maxEntries(MAX_REMEMBERED));
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: RuleFailureLogDeps) {
    this.#deps = deps;
  }

  /** Records the failure without making the caller wait. */
  record(failure: TemplateRuleFailure): void {
    const at = this.#deps.clock.now();
    const record = recordOf(failure, at.toISOString().slice(0, 10));
    const id = record.id as string;
    if (this.#recorded.has(id)) return;
    this.#recorded.set(id, true);
    const writing = this.#write(failure.tenantId, record, at).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Waits until all writes have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #write(tenantId: string, record: NewAuditRecord, at: Date): Promise<void> {
    try {
      await this.#deps.store.in(tenantId).audit.append([record], at);
    } catch (error) {
      this.#recorded.delete(record.id as string);
      this.#deps.log.warn(
        { err: error, tenantId },
        'Recording a failed rule failed. Its next failure is recorded instead.',
      );
    }
  }
}
