/** The lists of approvals: waiting for the person, asked by the person, decided by the person or others, anybody's. */
export const APPROVAL_VIEWS = ['waiting', 'mine', 'decided', 'all'] as const;

export type ApprovalView = (typeof APPROVAL_VIEWS)[number];
