/** The suite's activity feed. See `engine/suite.ts` for the rules of every call. */

/** A notification as an activity feed shows it. */
export interface FeedItem {
  /** Id of the notification. */
  id: string;
  subject: string;
  /** One or more sentences; a feed may show only its beginning. */
  text: string;
  /** Path of the page of the portal, beginning with a slash. */
  page: string;
}

export interface SuiteFeed {
  /**
   * Shows the item to the person. A repeated call with the same id replaces the earlier item. Returns false when the
   * person's feed does not accept it, for example because the person does not have the app of the portal.
   */
  show(tenantId: string, personId: string, item: FeedItem): Promise<boolean>;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    /** Undefined for a suite without an activity feed, or where the operator did not switch it on. */
    feed?: SuiteFeed | undefined;
  }
}
