/** The lists of approvals: to decide, requested by the person, decided, and those of everybody. */
export const APPROVAL_VIEWS = ['waiting', 'mine', 'decided', 'all'] as const;

export type ApprovalView = (typeof APPROVAL_VIEWS)[number];
