import {
  type CompiledQuery,
  PostgresQueryCompiler,
  type QueryId,
  type RootOperationNode,
  type ValueNode,
} from 'kysely';

/** Sends a value made by `sql.val` once, however often the statement names it. */
export class StatementCompiler extends PostgresQueryCompiler {
  readonly #placeholders = new Map<ValueNode, string>();

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#placeholders.clear();
    return super.compileQuery(node, queryId);
  }

  protected override visitValue(node: ValueNode): void {
    const placeholder = this.#placeholders.get(node);
    if (placeholder !== undefined) {
      this.append(placeholder);
      return;
    }
    super.visitValue(node);
    if (!node.immediate) this.#placeholders.set(node, this.getCurrentParameterPlaceholder());
  }
}
