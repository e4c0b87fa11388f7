/** The port to approvals, which `flows/approvals` implements. That folder imports this one, never the reverse. */
import type { ShownAnswer } from '../../domain/answers/model.ts';
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import type { NewJob } from '../../engine/jobs/ports.ts';
import type { Principal } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { TeamProvisioningRequest } from './request.ts';

/** `any`: one approval suffices. `all`: every approver must approve. Each approver can reject. */
export type StageRequirement = 'any' | 'all';

/** The approvers of one stage, resolved at the time of the request. */
export interface StageOfApprovers {
  require: StageRequirement;
  approvers: Person[];
  /** Named approvers who have left the directory, or whose account is closed. */
  unavailable?: Person[];
}

/** The part of a plan that approvers are notified of. */
export interface PlannedTeam {
  /** The name that the naming convention produced. */
  name: string;
  owners: readonly Person[];
  /** Without the owners. */
  members: readonly Person[];
  answers?: readonly ShownAnswer[] | undefined;
}

export interface ApprovalRequest {
  /** Id of the approval. The job stores it as its hold. */
  id: string;
  job: Pick<NewJob, 'id' | 'requester' | 'requestId'>;
  request: TeamProvisioningRequest;
  blueprint: TeamBlueprint;
  /** The calling user; undefined for an app. */
  requester: User | undefined;
  stages: readonly StageOfApprovers[];
  planned: PlannedTeam;
  at: Date;
}

export interface RequestApprovals {
  /** Returns the stages that a request must pass; none when the template needs no approval. */
  findStages(
    requester: Pick<Principal, 'tenantId' | 'kind' | 'id'>,
    blueprint: Pick<TeamBlueprint, 'approval'>,
  ): Promise<StageOfApprovers[]>;
  /** Opens the approval in the transaction that writes the paused job. */
  open(unit: UnitOfWork, request: ApprovalRequest): Promise<void>;
}
