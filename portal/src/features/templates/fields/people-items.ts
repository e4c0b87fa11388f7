/** The items of a list of people in the manifest: `{ id, name }`, or an id. */

export const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : item;

/** Whether the item is an approver by rule: a convention whose text names people or groups. */
export const isRuleItem = (item: unknown): boolean => String(idOf(item)).includes('<%');
