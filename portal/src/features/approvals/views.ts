/** The lists of requests: waiting for the person, made by the person, decided, and those of everybody. */
export const APPROVAL_VIEWS = ['waiting', 'mine', 'decided', 'all'] as const;

export type ApprovalView = (typeof APPROVAL_VIEWS)[number];
