/** A group of people in the tenant's directory. */
export interface Group {
  id: string;
  displayName: string;
}

/** End of a page: the name and the id of its last group. */
export type GroupPagePosition = readonly [displayName: string, id: string];

/** A query for groups, ordered by display name, then by id. */
export interface GroupQuery {
  /** Each word must begin a word of the name. */
  search?: string;
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: GroupPagePosition;
}

export interface GroupPage {
  groups: Group[];
  /** End of this page; absent on the last page. */
  next?: GroupPagePosition;
}
