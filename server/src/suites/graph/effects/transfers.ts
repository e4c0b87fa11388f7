/**
 * Records of running uploads and copies: the address of the upload session or of the monitor. The address is
 * pre-authenticated, so it is encrypted at rest, and it is deleted at the end of the transfer.
 */
import { transferContext } from '../../../domain/registrations/model.ts';
import type { SecretBox } from '../../../domain/webhooks/ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { columns, text } from '../../../kernel/columns.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { GraphStore } from '../mirror/store.ts';

/** The scope of the effect to which the transfer belongs (effects.ts). */
interface TransferScope {
  kind: string;
  scope: string;
}

export interface Transfer {
  address: string;
  /** Bytes that SharePoint has received; 0 for a copy. */
  done: number;
}

const SEALED = columns({ sealed: text<string | null>('sealed_address') });

export class Transfers extends GraphStore {
  readonly #secrets: SecretBox | undefined;

  /** @param secrets undefined in a process that makes no transfers */
  constructor(database: SuiteDatabase, clock: Clock, secrets: SecretBox | undefined) {
    super(database, clock);
    this.#secrets = secrets;
  }

  #box(): SecretBox {
    if (this.#secrets === undefined) throw new Error('This process has no key for addresses of transfers.');
    return this.#secrets;
  }

  /** Returns the transfer of the effect; undefined if there is none, or if this node can't decrypt it. */
  async find(
    tenantId: string,
    { kind, scope }: TransferScope,
    marker: string,
  ): Promise<Transfer | undefined> {
    const { tenant, first } = this.in(tenantId);
    const found = await first(SEALED)`
      select ${SEALED} from graph_suite.effects
       where tenant_id = ${tenant} and kind = ${kind} and scope = ${scope} and marker = ${marker}`;
    if (found?.sealed == null) return undefined;
    try {
      return JSON.parse(
        this.#box().open(found.sealed, transferContext(tenantId, kind, scope, marker)),
      ) as Transfer;
    } catch {
      return undefined;
    }
  }

  /** Stores the transfer of a requested effect. With undefined, deletes a transfer that has ended or is lost. */
  async save(
    tenantId: string,
    { kind, scope }: TransferScope,
    marker: string,
    transfer: Transfer | undefined,
  ): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const context = transferContext(tenantId, kind, scope, marker);
    const sealed = transfer === undefined ? null : this.#box().seal(JSON.stringify(transfer), context);
    await write`
      update graph_suite.effects set sealed_address = ${sealed}
       where tenant_id = ${tenant} and kind = ${kind} and scope = ${scope} and marker = ${marker}`;
  }
}
