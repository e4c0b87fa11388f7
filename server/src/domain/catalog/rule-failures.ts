/**
 * Tells the tenant's administrators of rules that fail (docs/specification.md 9): one record in the catalog trail a day
 * for each rule of a template and way to fail, however many people meet it and on however many nodes.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { idFrom } from '../../kernel/ids.ts';
import type { TemplateRuleFailure } from './rules.ts';
import { templateRuleFailed } from './template-records.ts';

export interface RuleFailureLogDeps {
  store: Pick<Store, 'in'>;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

const MOST_REMEMBERED = 5_000;

function recordOf({ tenantId, template, rule, failure }: TemplateRuleFailure, day: string): NewAuditRecord {
  const { id: templateId, name, version } = template;
  const id = idFrom(hash('sha256', JSON.stringify([tenantId, templateId, version, rule, failure.kind, day])));
  return templateRuleFailed.record({
    id,
    actor: SYSTEM_ACTOR,
    target: { type: 'template', id: templateId, displayName: name },
    requestId: id,
    fields: {
      templateId,
      templateName: name,
      version,
      rule,
      failure: failure.kind,
      problem: failure.message,
    },
  });
}

export class RuleFailureLog {
  readonly #deps: RuleFailureLogDeps;
  readonly #told = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: RuleFailureLogDeps) {
    this.#deps = deps;
  }

  /** Nobody waits for the record: whoever met the rule has no part in mending it. */
  note(failure: TemplateRuleFailure): void {
    const at = this.#deps.clock.now();
    const record = recordOf(failure, at.toISOString().slice(0, 10));
    const id = record.id as string;
    if (this.#told.has(id)) return;
    this.#told.set(id, true);
    const writing = this.#write(failure.tenantId, record, at).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** When everything noted is written. */
  async stop(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #write(tenantId: string, record: NewAuditRecord, at: Date): Promise<void> {
    try {
      await this.#deps.store.in(tenantId).audit.append([record], at);
    } catch (error) {
      this.#told.delete(record.id as string);
      this.#deps.log.warn({ err: error, tenantId }, 'A failing rule could not be recorded.');
    }
  }
}
