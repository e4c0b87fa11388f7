/** Generated from openapi.json by scripts/write-sdk.ts; not to be edited. */
export interface paths {
    "/v1.0/teams/{teamId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a team
         * @description Owners, then members, then guests, each by name. For everybody who may read the channels. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamMembers"];
        put?: never;
        /**
         * Add a member or an owner to a team
         * @description For owners of the team and administrators. A higher role promotes an existing member; no role demotes one. Guests stay guests. Returns the resulting membership.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["addTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a team
         * @description For owners of the team and administrators. `Location` is the job. An archived team is rejected with 409 `TeamArchived`.
         *
         *     Tier 1. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["archiveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels of a team
         * @description For members, guests and administrators, and for everyone when the team is public. Only their members and administrators see private and shared channels.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamChannels"];
        put?: never;
        /**
         * Create a channel
         * @description For owners and administrators, and for members and guests if the team’s settings allow it. Members of a private channel must be members of the team.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["createTeamChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/channels/{channelId}/tabs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tabs of a channel
         * @description In display order. For everyone who may see the channel.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamChannelTabs"];
        put?: never;
        /**
         * Create a tab in a channel
         * @description For owners and administrators, and for members if the team’s settings allow it. Name the app by `teamsApp.id` or by `teamsApp@odata.bind`. URLs in `configuration` use https.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["createTeamChannelTab"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/provisioning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a team from a template
         * @description Plans the team by the template and the policies, and starts a job that builds it. Poll the job at `Location`.
         *
         *     Tier 1; a dry run tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.request.
         */
        post: operations["createTeamProvisioningJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a team
         * @description Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: teams.read.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team
         * @description For owners of the team and administrators. Deletes archived teams too.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.delete.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Update a team
         * @description Merges the body into the team. Read-only fields (id, createdDateTime, internalId, specialization, webUrl, isArchived) are accepted with their current value, so a response of getTeam can be sent back. With the ETag of getTeam in `If-Match`, a team that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: teams.manage.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/v1.0/teams/{teamId}/channels/primary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the primary channel of a team
         * @description The General channel.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamPrimaryChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a team
         * @description For owners of the team and administrators. `Location` is the job.
         *
         *     Tier 1. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["unarchiveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/catalog/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates of the catalog
         * @description All templates of the tenant in one language, `en` by default.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.read.
         */
        get: operations["getCatalogTemplates"];
        put?: never;
        /**
         * Create or update a template from its manifest
         * @description A manifest with a known id updates that template. Errors name every faulty place and change nothing. Unknown keys are kept and named in `warnings`. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.manage.
         */
        post: operations["applyCatalogTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/catalog/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates that the calling user may use
         * @description The enabled templates whose audience includes the calling user.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getMyCatalogTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description For its requester, its approvers and administrators. A read by others than requester and approvers is recorded in the trail `security` as `job_read`, once an hour for each caller.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: jobs.read.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sensitivity labels of the calling user
         * @description The labels that are published to the calling user, by rank.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getMyLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users of the directory
         * @description The tenant’s directory, by display name. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: people.read.
         */
        get: operations["getUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/audittrails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trails
         * @description Each with the types and fields of its records.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: audit.read.
         */
        get: operations["getAuditTrails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/audittrails/{code}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the records of an audit trail
         * @description Newest first by default. Includes everything committed before the call, with its position in the chain. The read is recorded in the trail `security`: `audit_exported` in the order `sequence asc`, `audit_queried` otherwise, once in ten minutes for each caller, trail and filter. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: audit.read.
         */
        get: operations["getAuditTrailRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a request for a team
         * @description Resumes the job that builds the team, after the last stage of approvers. `updates` change the request, and every policy is checked again. A later decision is rejected with 409 `ApprovalAlreadyResolved`. An approver of an earlier stage names the current one in `stage`; without it the call counts as a repetition and is rejected with 409 `Conflict`. The answer is empty. Only a dry run has a body: a `ProvisioningPlan` with the updates and the verdict of each policy.
         *
         *     Tier 3; a dry run tier 3. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["approveTeamCreation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a request for a team
         * @description For any approver of the current stage. Fails the job that waits for the approval. A later decision is rejected with 409 `ApprovalAlreadyResolved`.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["rejectTeamCreation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/provisioning/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the answers to the questions of a template
         * @description For a form that is being filled in. Tells for each question of the template whether it is asked under these answers, the answer or its default, and what is wrong with it. Creates nothing.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.request.
         */
        post: operations["checkAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams of the calling user
         * @description The teams in which the calling user is owner, member or guest, with that role. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getMyTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a team that the caller owns
         * @description With its settings, as getTeam answers to callers whose roles allow it.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getMyTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename or describe a team that the caller owns
         * @description The policies apply as in updateTeam. With the ETag of getMyTeam in `If-Match`, a team that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Requires a user token.
         */
        patch: operations["updateMyTeam"];
        trace?: never;
    };
    "/v1.0/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all teams
         * @description The teams of the tenant, archived or not, by name unless `$orderby` says otherwise. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: teams.read.
         */
        get: operations["getTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many teams
         * @description Starts a job that does the action to each team, under the same rules as the single operation. The set of teams is fixed now. `GET /jobs/{jobId}/teams` has a result for each. Cancelling the job stops it after the teams that it has begun. A dry run answers the teams that it would touch. A deletion that a second administrator must approve answers 202 with the paused job.
         *
         *     Tier 1; a dry run tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.manage, teams.delete, governance.manage.
         */
        post: operations["createTeamBulkJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/members/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a list of people to a team
         * @description For owners of the team and administrators. As for one member: a higher role promotes, no role demotes, guests stay guests. An unknown person is a 400 that names them, and nobody is added. When the suite rejects some people, the others are added.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["addTeamMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/members/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a team
         * @description For owners of the team and administrators; everybody may leave. The person leaves its private channels too. The last owner and a permanent member stay: both are a 409.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description For owners of the team and administrators. A team keeps its last owner, and a permanent owner stays one: both are a 409. Guests stay guests.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        patch: operations["updateTeamMember"];
        trace?: never;
    };
    "/v1.0/teams/{teamId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of a team
         * @description The audit records about the team, of all trails, newest first. For owners of the team and administrators, also while it is archived. A read by others than owners is recorded in the trail `security`, once in ten minutes for each caller. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: audit.read.
         */
        get: operations["getTeamHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the caller may do in a team
         * @description By the roles of the caller, the role in the team, the settings of the team for members and guests, and whether it is archived. For everybody who may read the channels.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is deleted by its owners. The primary channel cannot be deleted.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        delete: operations["deleteTeamChannel"];
        options?: never;
        head?: never;
        /**
         * Update a channel
         * @description Changes name and description. For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is changed by its owners. The primary channel keeps its name.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        patch: operations["updateTeamChannel"];
        trace?: never;
    };
    "/v1.0/teams/{teamId}/channels/{channelId}/tabs/{tabId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tab
         * @description For owners of the team and administrators, and for members where the settings of the team allow it.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        delete: operations["deleteTeamChannelTab"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the caller
         * @description Who calls, with which roles, and the operations that these roles allow. Also for apps. A role that is assigned or removed shows within 10 seconds.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of the organisation
         * @description Requests of the last weeks, teams, and what waits for whom.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: teams.read, jobs.read, approvals.read.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/catalog/templates/{templateId}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a template as a manifest
         * @description The manifest as it was applied, in its own format or the requested one.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.read.
         */
        get: operations["exportCatalogTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/catalog/templates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a manifest without saving it
         * @description Names every mistake with its place. With `person` or `request`, renders the texts of a team that the person would request; the default is the calling user and an empty request. With `people`, up to 200, and `groups`, up to 5, tells for whom the template is, and why. Saves nothing.
         *
         *     Tier 3. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.manage.
         */
        post: operations["checkCatalogTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/catalog/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description With its latest change. The manifest is a separate operation.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.read.
         */
        get: operations["getCatalogTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Deletes its versions too. Teams that were made from it stay, and running jobs go on. Requests that wait for an approval can no longer be approved. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.manage.
         */
        delete: operations["deleteCatalogTemplate"];
        options?: never;
        head?: never;
        /**
         * Enable or disable a template
         * @description Makes a new version, as applying the changed manifest does. With the ETag of getCatalogTemplate in `If-Match`, a template that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.manage.
         */
        patch: operations["updateCatalogTemplate"];
        trace?: never;
    };
    "/v1.0/catalog/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a template
         * @description Newest first. Each apply that changes the template makes a version. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.read.
         */
        get: operations["getCatalogTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/catalog/templates/{templateId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a template with its manifest
         * @description The manifest is the text that was applied, with the version and the picture in it.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: catalog.read.
         */
        get: operations["getCatalogTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/audittrails/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public keys that verify checkpoints of the audit trails
         * @description A JWK Set. Keep a copy outside of the service, so that a verifier does not depend on it.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: audit.read.
         */
        get: operations["getAuditKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests for teams that need or needed an approval
         * @description Newest first. Lists the requests that the caller made or decides; for administrators all of the tenant, unless `role` is given. A page with requests of others is recorded in the trail `security` as `approvals_listed`, once an hour for each caller. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: approvals.read.
         */
        get: operations["getApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval
         * @description For its requester, its approvers and administrators. A read by others than requester and approvers is recorded in the trail `security` as `approval_read`, once an hour for each caller.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: approvals.read.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a pending request for a team
         * @description For the requester, while the request is pending. The job fails.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.request.
         */
        post: operations["cancelApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the requester for more information
         * @description For those who may decide now. The request stays pending, but only the asker and administrators can approve it until the question is answered or withdrawn; 409 `Conflict` otherwise. The time for the decision stops, and the requester is notified.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["askRequester"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/ask/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a question to the requester
         * @description For the asker and administrators. The time for the decision goes on.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["withdrawQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question about a request for a team
         * @description For the requester, while a question is open. The approvers are notified, and the time for their decision goes on.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.request.
         */
        post: operations["answerQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a pending request for a team
         * @description For everybody who can read it. The requester and the approvers of the current stage are notified.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["commentOnApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/approvals/{approvalRequestId}/delegate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delegate an approval to a deputy
         * @description For an approver with a pending decision. The deputy replaces them in every pending stage.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: approvals.decide.
         */
        post: operations["delegateApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Newest first. Lists the jobs that the caller requested; for administrators all of the tenant. `getJob` has the log, the steps and the plan. A page with jobs of others is recorded in the trail `security` as `jobs_listed`, once an hour for each caller. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: jobs.read.
         */
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a job
         * @description Server-sent events. Each `job` event has the state of the job and the lines of its log since the event before; the first one has all lines. An `end` event follows the last one: close the connection then. A reader that connects again after the end gets 204. A comment every 15 seconds keeps the connection open. The stream ends when the token expires, the right to read the job is gone, or the node stops or is full: connect again with `Last-Event-ID`.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: jobs.read.
         */
        get: operations["getJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of a bulk job by team
         * @description In the order of the request. Jobs of other types have none. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: jobs.read.
         */
        get: operations["getJobTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a change of another administrator
         * @description For a job with `secondApproval`. For a person with one of its roles, never for the requester and never for an app. The job then runs in the name of its requester. A later decision is rejected with 409 `ApprovalAlreadyResolved`.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        post: operations["approveJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a change of another administrator
         * @description For those who may approve it. The job fails with `ApprovalRejected`. The requester withdraws the change with `POST /jobs/{jobId}/cancel`.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        post: operations["rejectJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description A job that waits ends at once: 200 with the job, whose `data.built` lists what stays. An active job ends after its present step, and a deletion takes time too: 202. A cancelled job is `failed` with the error code `Cancelled`. A job that waits for an approval ends together with it.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed job
         * @description Continues a job from the step at which it failed, under the same plan. A job that was rejected, withdrawn, not decided in time or cancelled is rejected with 409, and so is one whose name or singleton another request has taken.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications of the calling user
         * @description Newest first, in the language of `Accept-Language`, or else the preferred language of the calling user. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications of the calling user as read
         * @description With `upTo`, notifications that arrived after that one stay unread.
         *
         *     Tier 2. Requires a user token.
         */
        post: operations["markNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/notification-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the calling user gets by mail
         * @description Every kind of notification can be read at `getNotifications`, whether it is mailed or not.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getNotificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose what the calling user gets by mail
         * @description Changes the kinds that the body names. Mail that is already due is omitted too.
         *
         *     Tier 2. Requires a user token.
         */
        patch: operations["updateNotificationSettings"];
        trace?: never;
    };
    "/v1.0/notifications/{notificationId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description Repeating the call changes nothing.
         *
         *     Tier 2. Requires a user token.
         */
        post: operations["markNotificationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies
         * @description Includes disabled policies. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description Applies at once to requests, to changes of teams and to existing teams, unless its `mode` is `report`. Applies to the whole tenant unless `scope` is given.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/policies/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a name or a visibility against the policies
         * @description For an existing or a new team. Changes nothing. createTeamProvisioningJob with `dryRun=true` checks a whole request.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        post: operations["checkPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a policy
         * @description Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Deletes its attachments too; what it restored in teams stays. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        /**
         * Change a policy
         * @description Merges the body into the policy, setting by setting; lists are replaced. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        patch: operations["updatePolicy"];
        trace?: never;
    };
    "/v1.0/policies/{policyId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the teams that a policy affects
         * @description The teams that the policy would reject or change if it were in force now, also in the mode `report` or switched off. Changes nothing. A policy for new teams alone affects no existing team.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getPolicyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/policies/{policyId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams that a policy is attached to
         * @description By id; without teams that only its scope includes. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getPolicyTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/policies/{policyId}/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Attach a policy to a team
         * @description Any team of the suite, also one that the service did not create. Repeating the call changes nothing.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        put: operations["attachPolicy"];
        post?: never;
        /**
         * Detach a policy from a team
         * @description What the policy restored in the team stays.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        delete: operations["detachPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first. Lists the caller’s own webhooks; for integration managers and administrators all of the tenant. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        get: operations["getHooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Only this answer contains the secret. Webhooks of administrators and integration managers receive the events of the whole tenant. Other webhooks receive events of teams that their creator owns, and of requests that their creator made or approves.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["createHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without the secret. Only the creator sees the query of the URL.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        get: operations["getHook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Discards pending deliveries. Returns the deleted webhook.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        delete: operations["deleteHook"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook
         * @description Absent fields stay unchanged, and so does a URL with a masked query. `active: true` also clears `disabledReason` and sends pending deliveries. A change by the creator sets the scope by their current roles.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        patch: operations["updateHook"];
        trace?: never;
    };
    "/v1.0/hooks/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the signature of a message
         * @description Returns the signature that a message with this payload carries, for tests of a receiver.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["generateHookSignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events that webhooks can subscribe to
         * @description Each with the JSON Schema of its payload.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        get: operations["getHooksEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Only this answer contains the new secret. During the overlap `webhook-signature` has a signature for each secret; `X-Charter-Signature` uses the new one at once. At most five secrets are valid at a time: a further one is rejected with 409.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["rotateHookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description The message has the event `hook_test` and is signed, retried and kept like any other. `Location` is its delivery.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["testHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Newest first. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        get: operations["getHookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its message and attempts
         * @description Completed deliveries are deleted after a retention period.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        get: operations["getHookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a message
         * @description Under the same delivery id, with ten new attempts. A pending delivery is sent at once. For a disabled webhook it waits.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["redeliverHookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/hooks/{hookId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver the messages of a time range
         * @description Redelivers messages created from `from` until before `until` that are not pending, each under its own delivery id. With `status=pending`, messages that wait for their next attempt are sent at once, for example after an outage of the receiver.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: hooks.manage.
         */
        post: operations["redeliverHookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/lifecycle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the lifecycle of a team
         * @description For owners of the team and administrators.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: teams.read.
         */
        get: operations["getTeamLifecycle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/teams/{teamId}/lifecycle/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a team
         * @description Confirms that the team is still needed: its inactivity period starts now, whatever its state. Rejected with 409 `Conflict` when the team has no lifecycle, or has expired and is being archived or deleted.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER. Scopes: teams.manage.
         */
        post: operations["renewTeamLifecycle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/lifecycle/simulation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Simulate a lifecycle run
         * @description Lists what a run would do, with reasons and times, in the order of the run. Changes nothing. Each page is computed anew for the time of the first one. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getLifecycleSimulation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/lifecycle/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lifecycle runs
         * @description Newest first. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getLifecycleRuns"];
        put?: never;
        /**
         * Start a lifecycle run
         * @description A worker starts the run within seconds; poll `Location` until the status is `completed`. Rejected with 409 `Conflict` while another run is in progress.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        post: operations["startLifecycleRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/lifecycle/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a lifecycle run
         * @description Shows the progress or the result of a run.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getLifecycleRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/lifecycle/runs/{runId}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outcomes of a lifecycle run by team
         * @description By id; without teams that stayed unchanged. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: governance.manage.
         */
        get: operations["getLifecycleRunTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List apps
         * @description Ordered by id, without secrets. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        get: operations["getApps"];
        put?: never;
        /**
         * Register an app
         * @description The app calls with its id and secret as Basic credentials. Without scopes it has AUTHORIZED_APP and is an administrator. assignRole gives it further roles.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an app
         * @description With what is known of its secrets, and without the secrets themselves.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        get: operations["getApp"];
        put?: never;
        post?: never;
        /**
         * Delete an app
         * @description With its secrets and its webhooks. Its calls are rejected within 10 seconds.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        /**
         * Change an app
         * @description Changes the given fields: at once on the node that answers, and within 10 seconds on others. Integration managers give no app more than it has, and change no app that can do more than they.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/v1.0/apps/{appId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a secret to an app
         * @description The other secrets stay valid. An app has at most 10.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        post: operations["addAppSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/apps/{appId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a secret from an app
         * @description Calls with it are rejected at once on the node that answers, and within 10 seconds on others.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        delete: operations["removeAppSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/apps/{appId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secrets of an app by a new one
         * @description The old secrets stop working at once on the node that answers, and within 10 seconds on others.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        post: operations["rotateAppSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SCIM tokens
         * @description Oldest first, without their texts. With Microsoft 365 the answer is 403, because no connector writes its directory.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        get: operations["getScimTokens"];
        put?: never;
        /**
         * Create a SCIM token
         * @description A connector of your identity provider writes people and groups with it, at /scim/v2 only. An organisation has at most 50.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        post: operations["createScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/scim-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a SCIM token
         * @description Calls with it are rejected at once on every node.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN, INTEGRATION_MANAGER.
         */
        delete: operations["deleteScimToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups of the directory
         * @description The groups of people in the tenant’s directory, by display name. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN. Scopes: people.read.
         */
        get: operations["getGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/me/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups of the calling user
         * @description The groups that the calling user is a direct member of, by display name.
         *
         *     Tier 3. Requires a user token.
         */
        get: operations["getMyGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/groups/{groupId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a group
         * @description The direct members of a group, by display name. For members of the group and administrators; a 404 for everybody else. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: people.read.
         */
        get: operations["getGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a list of people
         * @description Finds the people whom a list names, in one call. An id or a user principal name counts before a mail address, and a mail address before a display name. Case counts only in ids. Names also match in the form "Last, First". Changes nothing.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER. Scopes: people.read.
         */
        post: operations["lookupUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what is stored about a person
         * @description The entry in the directory, and every text that names the person, with its place. Texts about others are left out. The export has an audit record.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN. Scopes: people.read.
         */
        get: operations["exportUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person
         * @description Destroys the key of the texts about the person in audit records, and redacts everything else that names them. The id stays. Workers carry it out; repeat the call to see its state. It cannot be undone. A legal hold rejects it. A dry run counts what it would change.
         *
         *     Tier 2; a dry run tier 3. Roles: GLOBAL_ADMIN. Scopes: people.manage.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Place a legal hold on a person
         * @description While it is placed, the person cannot be erased. A further call replaces the reason.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN. Scopes: people.manage.
         */
        put: operations["placeUserHold"];
        post?: never;
        /**
         * Remove the legal hold on a person
         * @description Tier 2. Roles: GLOBAL_ADMIN. Scopes: people.manage.
         */
        delete: operations["removeUserHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import people into the directory
         * @description For the directory that Charter itself keeps. Adds unknown people, and changes what is named of known ones, by id; null removes a value. With `replace`, people lose what is not named. A later call may add their managers.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN. Scopes: people.manage.
         */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/users/{userId}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what depends on a person
         * @description Teams, pending approvals, templates, policies, webhooks, apps, renewals and roles: what somebody else must take over before the account is closed.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN. Scopes: people.read.
         */
        get: operations["getUserImpact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/leavers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people who have left and still hold something
         * @description People whose account is closed, and people who are not in the directory, by name. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN. Scopes: people.read.
         */
        get: operations["getLeavers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles that the service assigned
         * @description Without roles from tokens, which apply in addition. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN. Scopes: people.read.
         */
        get: operations["getRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/roles/{principalId}/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign a role to a person or an app
         * @description Repeating the call changes nothing; with another end, the role ends then. The last GLOBAL_ADMIN without an end can get none. Administrators are notified of a new GLOBAL_ADMIN. Recorded in the trail `security`. When a second administrator must approve changes of roles, answers 202 with the job that waits for one.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        put: operations["assignRole"];
        post?: never;
        /**
         * Remove a role from a person or an app
         * @description Rejected with 409 for the last GLOBAL_ADMIN. Roles in tokens remain: remove them at the issuer. Recorded in the trail `security`. When a second administrator must approve changes of roles, answers 202 with the job that waits for one.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        delete: operations["removeRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    team_archived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team was archived. */
        post: operations["receiveTeamArchived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team was created. Its contents may still be on their way. */
        post: operations["receiveTeamCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team was deleted. */
        post: operations["receiveTeamDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_member_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A member was added to a team, or promoted. */
        post: operations["receiveTeamMemberAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_member_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A member was removed from a team, or left it. */
        post: operations["receiveTeamMemberRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_member_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The role of a member was changed. */
        post: operations["receiveTeamMemberUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_ownerless: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team has no owner any more who can act: the last one was removed, closed or left the directory. */
        post: operations["receiveTeamOwnerless"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_unarchived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An archived team was brought back. */
        post: operations["receiveTeamUnarchived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settings of a team were changed. */
        post: operations["receiveTeamUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_channel_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A channel was created. */
        post: operations["receiveTeamChannelCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_channel_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A channel was deleted with its tabs. */
        post: operations["receiveTeamChannelDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_channel_tab_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tab was created in a channel. */
        post: operations["receiveTeamChannelTabCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_channel_tab_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tab was deleted from a channel. */
        post: operations["receiveTeamChannelTabDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_channel_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The name or the description of a channel was changed. */
        post: operations["receiveTeamChannelUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_provisioning_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The building of a requested team ended, with success or without. A request that is rejected, withdrawn or not decided in time has an event of its own instead. */
        post: operations["receiveTeamProvisioningCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_approval_cancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The requester withdrew a request for a team. */
        post: operations["receiveTeamCreationApprovalCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_approval_commented: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody commented on a request for a team. */
        post: operations["receiveTeamCreationApprovalCommented"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_approval_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nobody decided on a request for a team in time. */
        post: operations["receiveTeamCreationApprovalExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_approval_requested: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody asked for a team that needs an approval. */
        post: operations["receiveTeamCreationApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_approved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A request for a team was approved, by its approvers or by a rule of its template. */
        post: operations["receiveTeamCreationApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_rejected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A request for a team was rejected. */
        post: operations["receiveTeamCreationRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_information_provided: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The requester of a team answered an approver. */
        post: operations["receiveTeamCreationInformationProvided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_information_requested: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An approver asked the requester of a team for more information. */
        post: operations["receiveTeamCreationInformationRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_creation_information_withdrawn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A question to the requester of a team was withdrawn. */
        post: operations["receiveTeamCreationInformationWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    permanent_membership_restored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Permanent members who had been removed from a team were restored. */
        post: operations["receivePermanentMembershipRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The grace period of an inactive team has ended. */
        post: operations["receiveTeamExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    team_inactive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team had no activity for the time that its rules set. */
        post: operations["receiveTeamInactive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The name or the scopes of an app were changed, or it was enabled or disabled. */
        post: operations["receiveAppChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An app was deleted with its secrets and its webhooks. */
        post: operations["receiveAppDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_registered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An app was registered. */
        post: operations["receiveAppRegistered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_secret_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A secret was added to an app. */
        post: operations["receiveAppSecretAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_secret_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A secret of an app has expired. */
        post: operations["receiveAppSecretExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_secret_expiring: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A secret of an app expires within 14 days. */
        post: operations["receiveAppSecretExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    app_secret_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A secret was removed from an app. */
        post: operations["receiveAppSecretRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    role_assigned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The service assigned a role, or the end of the role was changed. */
        post: operations["receiveRoleAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    role_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A role has ended at the time that was set for it. */
        post: operations["receiveRoleExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    role_revoked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A role that the service had assigned was removed. */
        post: operations["receiveRoleRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    user_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person changed: at their sign-in or by SCIM, as the provider has them now, or by an import. */
        post: operations["receiveUserUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    hook_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A test message, sent by testHook. */
        post: operations["receiveHookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ApiErrorErrorInnerError: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            date: string;
            "request-id": string;
            "client-request-id"?: string;
        };
        ApiErrorError: {
            /** @description Stable; a client may switch on it */
            code: string;
            message: string;
            innerError: components["schemas"]["ApiErrorErrorInnerError"];
            details?: {
                target: string;
                code: string;
                message: string;
            }[];
        };
        ApiError: {
            "@odata.context"?: string;
            error: components["schemas"]["ApiErrorError"];
            rateLimitExceeded?: {
                /** @example tier-1 */
                tier: string;
                /** @description Milliseconds */
                rateLimitWindow: number;
                rateLimitMax: number;
            };
        };
        SuiteNotice: {
            /** @enum {string} */
            code: "accessLost";
            /** @description In the language of `Accept-Language` */
            message: string;
            /** @description Stable code of the message, in every language */
            messageCode?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            since: string;
        };
        MemberUserIdentifier: {
            /**
             * @description Id, user principal name or mail
             * @example ada@fabrikam.example
             */
            id: string;
        };
        OwnerUserIdentifier: {
            /**
             * @description Id, user principal name or mail
             * @example ada@fabrikam.example
             */
            id: string;
        };
        /**
         * @description Requires a person, by `user` or `user@odata.bind`, and a role, by `role` or `roles`.
         * @example {
         *       "user": {
         *         "id": "ada@fabrikam.example"
         *       },
         *       "role": "owner"
         *     }
         */
        TeamMembershipPayload: {
            user?: components["schemas"]["MemberUserIdentifier"] | null;
            "user@odata.bind"?: string | null;
            role?: ("member" | "owner") | null;
            roles?: ("member" | "owner" | "guest")[] | null;
        } & (unknown & unknown);
        /**
         * @description Requires the role, by `role` or `roles`. A guest stays a guest.
         * @example {
         *       "role": "owner"
         *     }
         */
        TeamMemberUpdate: {
            role?: ("member" | "owner" | "guest") | null;
            roles?: ("member" | "owner" | "guest")[] | null;
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            userId?: unknown;
            /** @description Ignored */
            displayName?: unknown;
            /** @description Ignored */
            email?: unknown;
            /** @description Ignored */
            tenantId?: unknown;
            /** @description Ignored */
            permanent?: unknown;
            /** @description Ignored */
            visibleHistoryStartDateTime?: unknown;
        } & unknown;
        TeamChannel: {
            "@odata.context"?: string;
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            displayName: string;
            description?: string;
            /** @enum {string} */
            membershipType: "standard" | "private" | "shared";
        };
        TeamChannelPayload: {
            /** @description At most 50 characters; none of ~ # % & * { } + / \ : < > ? | ' " , and no two dots in a row */
            displayName: string;
            description?: string | null;
            membershipType?: ("standard" | "private" | "shared") | null;
            members?: components["schemas"]["TeamMembershipPayload"][] | null;
            isFavoriteByDefault?: boolean | null;
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createdDateTime?: unknown;
            /** @description Ignored */
            email?: unknown;
            /** @description Ignored */
            isArchived?: unknown;
            /** @description Ignored */
            summary?: unknown;
            /** @description Ignored */
            tenantId?: unknown;
            /** @description Ignored */
            webUrl?: unknown;
        };
        /**
         * @example {
         *       "displayName": "Launch",
         *       "description": "Everything about the launch"
         *     }
         */
        TeamChannelUpdate: {
            /** @description As in TeamChannelPayload */
            displayName?: string;
            description?: string | null;
            /**
             * @description Only the present value is accepted
             * @enum {string}
             */
            membershipType?: "standard" | "private" | "shared";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createdDateTime?: unknown;
            /** @description Ignored */
            email?: unknown;
            /** @description Ignored */
            isArchived?: unknown;
            /** @description Ignored */
            isFavoriteByDefault?: unknown;
            /** @description Ignored */
            summary?: unknown;
            /** @description Ignored */
            tenantId?: unknown;
            /** @description Ignored */
            webUrl?: unknown;
        };
        TeamChannelTabConfiguration: {
            entityId?: string;
            contentUrl?: string;
            websiteUrl?: string;
            removeUrl?: string;
        };
        TeamChannelTabTeamsApp: {
            id: string;
            externalId?: string;
            displayName: string;
            distributionMethod: string;
        };
        TeamChannelTab: {
            "@odata.context"?: string;
            id: string;
            displayName: string;
            configuration: components["schemas"]["TeamChannelTabConfiguration"];
            teamsApp: components["schemas"]["TeamChannelTabTeamsApp"];
            sortOrderIndex?: string;
            webUrl: string;
        };
        /**
         * @example {
         *       "displayName": "Launch plan",
         *       "teamsApp": {
         *         "id": "com.microsoft.teamspace.tab.web"
         *       },
         *       "configuration": {
         *         "contentUrl": "https://wiki.fabrikam.example/launch"
         *       }
         *     }
         */
        TeamChannelTabPayload: {
            displayName?: string | null;
            name?: string | null;
            teamsApp?: {
                id: string;
                /** @description Ignored */
                externalId?: unknown;
                /** @description Ignored */
                displayName?: unknown;
                /** @description Ignored */
                distributionMethod?: unknown;
            } | null;
            "teamsApp@odata.bind"?: string | null;
            configuration?: {
                entityId?: string | null;
                contentUrl?: string | null;
                websiteUrl?: string | null;
                removeUrl?: string | null;
                /** @description Ignored */
                dateAdded?: unknown;
                /** @description Ignored */
                hasContent?: unknown;
                /** @description Ignored */
                wikiDefaultTab?: unknown;
                /** @description Ignored */
                wikiTabId?: unknown;
            } | null;
            sortOrderIndex?: string | null;
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            webUrl?: unknown;
        };
        /** @description An answer to a question of a template */
        ShownAnswer: {
            /** @description Id of the question, and name of the answer in `metadata` */
            id: string;
            /** @description The question */
            title: string;
            /** @enum {string} */
            type: "text" | "multilineText" | "number" | "date" | "boolean" | "choice" | "multipleChoice" | "person" | "group" | "url";
            /** @description A date as YYYY-MM-DD; a person and a group by id */
            value: string | number | boolean | string[];
            /** @description The answer to show: of a person and a group, the name */
            text: string;
        };
        ProvisioningPlan: {
            "@odata.context"?: string;
            /** @description Final name of the team */
            name: string;
            mailNickname: string;
            description?: string;
            welcomeMessage?: string;
            classification?: string;
            picture?: {
                contentType: string;
                bytes: number;
            };
            primaryChannelTabs: ({
                displayName: string;
                teamsAppId: string;
                configuration?: components["schemas"]["TeamChannelTabConfiguration"];
                sortOrderIndex?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @enum {string} */
            visibility: "private" | "public" | "hiddenMembership";
            sensitivityLabelId?: string;
            channels: ({
                displayName: string;
                description?: string;
                ownerId?: string;
                /** @enum {string} */
                membershipType: "standard" | "private" | "shared";
                tabs: ({
                    displayName: string;
                    teamsAppId: string;
                    configuration?: components["schemas"]["TeamChannelTabConfiguration"];
                    sortOrderIndex?: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            })[];
            requester?: {
                id: string;
                displayName: string;
            };
            owners: {
                id: string;
                displayName: string;
            }[];
            members: {
                id: string;
                displayName: string;
            }[];
            permanentOwners: {
                id: string;
                displayName: string;
            }[];
            permanentMembers: {
                id: string;
                displayName: string;
            }[];
            /** @description What the template asks for and the collaboration suite cannot do; the team is built without it */
            omissions?: {
                feature: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
            /** @description What the requester should know about the collaboration suite now */
            notices?: {
                code: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
            /** @description The answers to the questions of the template, with defaults */
            answers?: components["schemas"]["ShownAnswer"][];
            steps: string[];
            /** @description Which conditional stages of approvers the request has, and why */
            approvalConditions?: {
                /** @description Position of the stage in the template */
                stage: number;
                /** @description The rule */
                when: string;
                /**
                 * @description A stage whose condition failed is asked, like one whose condition is met
                 * @enum {string}
                 */
                outcome: "met" | "unmet" | "failed";
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
            verdicts: {
                policy: string;
                /** @enum {string} */
                outcome: "passed" | "violated";
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
                /**
                 * @description Of a violated policy: the members of the request that can change the verdict
                 * @example [
                 *       "team.name"
                 *     ]
                 */
                targets?: string[];
            }[];
            /** @description Violations of policies in the mode `report`, which reject nothing */
            reports?: {
                policy: string;
                source: {
                    id: string;
                    name: string;
                };
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        TeamProvisioningRequestTemplate: {
            id: string;
        };
        TeamProvisioningRequestTeamMembership: {
            members?: components["schemas"]["MemberUserIdentifier"][] | null;
            owners?: components["schemas"]["OwnerUserIdentifier"][] | null;
        };
        TeamProvisioningRequestTeam: {
            name: string;
            description?: string | null;
            welcomeMessage?: string | null;
            membership?: components["schemas"]["TeamProvisioningRequestTeamMembership"] | null;
        };
        TeamProvisioningRequest: {
            template: components["schemas"]["TeamProvisioningRequestTemplate"];
            team: components["schemas"]["TeamProvisioningRequestTeam"];
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        TeamProvisioningAnswersDraft: {
            template: components["schemas"]["TeamProvisioningRequestTemplate"];
            team?: {
                name?: string | null;
                description?: string | null;
                welcomeMessage?: string | null;
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        TeamProvisioningAnswers: {
            "@odata.context"?: string;
            /** @description The questions of the template, in their order */
            questions: {
                id: string;
                /** @description Whether the question is asked under the other answers */
                isShown: boolean;
                /** @description Whether the answer is the default */
                isDefault: boolean;
                /** @description A date as YYYY-MM-DD; a person and a group by id */
                value?: string | number | boolean | string[];
                /** @description The answer to show: of a person and a group, the name */
                text?: string;
                problem?: {
                    code: string;
                    /** @description In the language of `Accept-Language` */
                    message: string;
                    /** @description Stable code of the message, in every language */
                    messageCode?: string;
                };
            }[];
            /** @description Every wrong or missing answer, and every answer without a question */
            problems: {
                /** @example metadata.costCentre */
                target: string;
                code: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
        };
        ApprovedApprovalResponsePayloadApprover: {
            /** @description Id, user principal name or mail of the person who decides. An app names a person; for others it is the caller */
            id: string;
        };
        ApprovedApprovalResponsePayloadUpdates: {
            name?: string | null;
            description?: string | null;
            welcomeMessage?: string | null;
            membership?: components["schemas"]["TeamProvisioningRequestTeamMembership"] | null;
        };
        ApprovedApprovalResponsePayload: {
            message?: string | null;
            approver?: components["schemas"]["ApprovedApprovalResponsePayloadApprover"] | null;
            updates?: components["schemas"]["ApprovedApprovalResponsePayloadUpdates"] | null;
            stage?: number | null;
        };
        RejectedApprovalResponsePayload: {
            message?: string | null;
            approver?: components["schemas"]["ApprovedApprovalResponsePayloadApprover"] | null;
        };
        DelegateApprovalPayload: {
            deputy: {
                /** @description Id, user principal name or mail */
                id: string;
            };
            message?: string | null;
        };
        CancelApprovalPayload: {
            message?: string | null;
        };
        ApprovalQuestionPayload: {
            message: string;
            approver?: components["schemas"]["ApprovedApprovalResponsePayloadApprover"] | null;
        };
        ApprovalRemarkPayload: {
            message: string;
        };
        ApprovalTeamMember: {
            id: string;
            displayName: string;
        };
        Approval: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
            job: {
                /** Format: uuid */
                id: string;
            };
            template: {
                id: string;
                name: string;
            };
            requester: {
                id: string;
                displayName: string;
                mail?: string;
            };
            request: {
                team: components["schemas"]["TeamProvisioningRequestTeam"];
                metadata?: {
                    [key: string]: unknown;
                };
                answers?: components["schemas"]["ShownAnswer"][];
            };
            stages: {
                /**
                 * @description Whether one approver suffices or each must approve
                 * @enum {string}
                 */
                require: "any" | "all";
                approvers: components["schemas"]["ApprovalTeamMember"][];
                /** @description Ids of those whose approval counts: also of the approvers for whom an administrator approved */
                approvedBy: string[];
                /** @description Approvers and their deputies */
                delegations: {
                    from: components["schemas"]["ApprovalTeamMember"];
                    to: components["schemas"]["ApprovalTeamMember"];
                }[];
            }[];
            /** @description Position of the current or deciding stage */
            stage: number;
            /** @description The open question: the pending request waits for the answer of its requester */
            question?: {
                asker: components["schemas"]["ApprovalTeamMember"];
                message: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                askedDateTime: string;
            };
            approver?: {
                id: string;
                displayName: string;
            };
            message?: string;
            /** @description In getApproval: who decided what in which stage, oldest first */
            decisions?: {
                stage: number;
                /** @enum {string} */
                outcome: "approved" | "rejected" | "delegated" | "cancelled";
                decider: components["schemas"]["ApprovalTeamMember"];
                message?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                decidedDateTime: string;
            }[];
            /** @description In getApproval: questions, answers and comments, oldest first */
            comments?: {
                /**
                 * @description `withdrawn`: a question was taken back
                 * @enum {string}
                 */
                kind: "asked" | "answered" | "withdrawn" | "commented";
                stage: number;
                author: components["schemas"]["ApprovalTeamMember"];
                message?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdDateTime: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description Until then the approvers must decide or, while a question is open, the requester must answer
             */
            expiresDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            decidedDateTime?: string;
        };
        Approvals: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Approval"][];
        };
        AppSecretPayload: {
            /** @description Name that tells the secrets of an app apart */
            displayName?: string;
            /**
             * Format: date-time
             * @description End of the secret, in the future. Default: none
             */
            expiresDateTime?: string;
        };
        AppPayload: {
            /** @description Name shown to people and in the audit trails */
            displayName: string;
            /**
             * @description Scopes that limit the app. Without them it is an administrator
             * @example [
             *       "teams.read",
             *       "jobs.read"
             *     ]
             */
            scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[];
            secret?: components["schemas"]["AppSecretPayload"];
        };
        AppCredentials: {
            "@odata.context"?: string;
            /** @description User name of the Basic credentials */
            appId: string;
            /** @description Name of the app */
            displayName: string;
            /** @description Id of the secret */
            secretId: string;
            /** @description Password of the Basic credentials; shown only once */
            secret: string;
        };
        AppSecret: {
            id: string;
            displayName?: string;
            /** @description The first characters of a generated secret */
            hint?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description Absent when the secret does not expire
             */
            expiresDateTime?: string;
            /**
             * Format: date-time
             * @description Exact to a minute; absent when the secret was never used
             */
            lastUsedDateTime?: string;
        };
        App: {
            "@odata.context"?: string;
            /** @description User name of the Basic credentials */
            id: string;
            displayName: string;
            /** @description Calls of a disabled app are rejected with 401 */
            enabled: boolean;
            /**
             * @description Absent for an app without scopes, which is an administrator
             * @example [
             *       "teams.read",
             *       "jobs.read"
             *     ]
             */
            scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /** @description Oldest first */
            secrets: components["schemas"]["AppSecret"][];
        };
        Apps: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["App"][];
        };
        AppUpdate: {
            /** @description Name shown to people and in the audit trails */
            displayName?: string;
            enabled?: boolean;
            scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[] | null;
        };
        AuditTrail: {
            /** @example teams */
            code: string;
            category: string;
            /** @description Names of the fields that its records may have */
            fields: string[];
            /** @description Types of its records */
            types: string[];
            tenantId: string;
            /** @description Days that records are kept; absent when they are kept forever */
            retentionDays?: number;
        };
        AuditTrails: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["AuditTrail"][];
        };
        AuditTrailRecord: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            time: string;
            /** @example team_created */
            type: string;
            actor: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            target: {
                type: string;
                id: string;
                displayName: string;
            };
            requestId: string;
            /** @enum {string} */
            outcome: "success" | "failure" | "denied";
            /** @description Position in the chain of the trail: 1, 2, 3…, without gaps */
            sequence: number;
            /** @description SHA-256 of the previous hash and the record */
            hash: string;
            /** @description Absent when no text of the record names a person */
            sealed?: {
                /**
                 * @description JSON Pointer of a text in the record that names a person
                 * @example /actor/displayName
                 */
                at: string;
                /** @description Id of the person */
                of: string;
                /** @description The text as the hash covers it, encrypted with a key of the person */
                text: string;
                /** @description True when the key was destroyed. The text is then `erased` */
                erased?: boolean;
            }[];
        } & {
            [key: string]: unknown;
        };
        TeamHistoryRecord: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            time: string;
            /** @example team_created */
            type: string;
            actor: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            target: {
                type: string;
                id: string;
                displayName: string;
            };
            requestId: string;
            /** @enum {string} */
            outcome: "success" | "failure" | "denied";
            /** @description Position in the chain of the trail: 1, 2, 3…, without gaps */
            sequence: number;
            /** @description SHA-256 of the previous hash and the record */
            hash: string;
            /** @description Absent when no text of the record names a person */
            sealed?: {
                /**
                 * @description JSON Pointer of a text in the record that names a person
                 * @example /actor/displayName
                 */
                at: string;
                /** @description Id of the person */
                of: string;
                /** @description The text as the hash covers it, encrypted with a key of the person */
                text: string;
                /** @description True when the key was destroyed. The text is then `erased` */
                erased?: boolean;
            }[];
            /**
             * @description Code of its audit trail
             * @example teams
             */
            trail: string;
        } & {
            [key: string]: unknown;
        };
        TeamHistory: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["TeamHistoryRecord"][];
        };
        AuditTrailRecords: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["AuditTrailRecord"][];
        };
        AuditKeys: {
            keys: {
                kty: string;
                crv: string;
                x: string;
                kid: string;
                use: string;
                alg: string;
            }[];
        };
        JobStep: {
            name: string;
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "skipped";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            completedDateTime?: string;
            /** @description Why the step waits, or has failed */
            message?: string;
            /** @description Stable code of the message, in every language */
            messageCode?: string;
            /**
             * Format: date-time
             * @description Time of the next try of a step that waits
             */
            nextTryDateTime?: string;
        };
        Job: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "TeamArchive" | "TeamUnarchive" | "TeamProvisioning" | "TeamBulk" | "RoleChange";
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "delayed" | "paused";
            /** @description Percent; never decreases */
            progress: number;
            requester: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            /** @description The team that the job makes or changes; without an id until it exists */
            team: {
                id?: string;
                displayName?: string;
            };
            template?: {
                id: string;
                /** @description As it was at the time of the request */
                name: string;
            };
            /** @description Present when somebody cancelled the job */
            cancellation?: {
                requestedBy: {
                    id: string;
                    /** @enum {string} */
                    kind: "user" | "app" | "system";
                    displayName: string;
                };
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                requestedDateTime: string;
                /** @description Whether what was built is to be deleted */
                remove: boolean;
                /** @description Whether it is deleted */
                removed: boolean;
            };
            /** @description Progress of a job that changes many teams (`TeamBulk`) */
            bulk?: {
                /** @enum {string} */
                action: "archive" | "unarchive" | "delete" | "renew" | "addOwner" | "attachPolicy" | "detachPolicy";
                /** @description Number of teams */
                count: number;
                done: number;
                skipped: number;
                failed: number;
            };
            /** @description Present when a second administrator must approve the job before it starts */
            secondApproval?: {
                /** @description Roles of those who may approve */
                roles: string[];
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                expiresDateTime: string;
                /** @enum {string} */
                outcome?: "approved" | "rejected";
                /** @description The second administrator, once decided */
                approver?: {
                    id: string;
                    /** @enum {string} */
                    kind: "user" | "app" | "system";
                    displayName: string;
                };
                message?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                decidedDateTime?: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActionDateTime: string;
            log: string[];
            data: {
                /** @description The request as it was sent */
                request: {
                    [key: string]: unknown;
                };
                plan?: components["schemas"]["ProvisioningPlan"];
                approval?: {
                    id: string;
                };
                team?: {
                    id: string;
                };
                error?: {
                    code: string;
                    /** @description In the language of `Accept-Language` */
                    message: string;
                    /** @description Stable code of the message, in every language */
                    messageCode?: string;
                    /** @description The step that failed; the job can be retried from it */
                    step?: string;
                };
                /** @description What a failed or cancelled job made and left */
                built?: {
                    type: string;
                    id?: string;
                    displayName: string;
                }[];
            } & {
                [key: string]: unknown;
            };
            steps: components["schemas"]["JobStep"][];
        };
        JobSummary: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "TeamArchive" | "TeamUnarchive" | "TeamProvisioning" | "TeamBulk" | "RoleChange";
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "delayed" | "paused";
            /** @description Percent; never decreases */
            progress: number;
            requester: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            /** @description The team that the job makes or changes; without an id until it exists */
            team: {
                id?: string;
                displayName?: string;
            };
            template?: {
                id: string;
                /** @description As it was at the time of the request */
                name: string;
            };
            /** @description Present when somebody cancelled the job */
            cancellation?: {
                requestedBy: {
                    id: string;
                    /** @enum {string} */
                    kind: "user" | "app" | "system";
                    displayName: string;
                };
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                requestedDateTime: string;
                /** @description Whether what was built is to be deleted */
                remove: boolean;
                /** @description Whether it is deleted */
                removed: boolean;
            };
            /** @description Progress of a job that changes many teams (`TeamBulk`) */
            bulk?: {
                /** @enum {string} */
                action: "archive" | "unarchive" | "delete" | "renew" | "addOwner" | "attachPolicy" | "detachPolicy";
                /** @description Number of teams */
                count: number;
                done: number;
                skipped: number;
                failed: number;
            };
            /** @description Present when a second administrator must approve the job before it starts */
            secondApproval?: {
                /** @description Roles of those who may approve */
                roles: string[];
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                expiresDateTime: string;
                /** @enum {string} */
                outcome?: "approved" | "rejected";
                /** @description The second administrator, once decided */
                approver?: {
                    id: string;
                    /** @enum {string} */
                    kind: "user" | "app" | "system";
                    displayName: string;
                };
                message?: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                decidedDateTime?: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActionDateTime: string;
            /** @description The first step that is not done */
            step?: string;
            error?: {
                code: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
                /** @description The step that failed; the job can be retried from it */
                step?: string;
            };
            approval?: {
                /** Format: uuid */
                id: string;
            };
        };
        Jobs: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["JobSummary"][];
        };
        JobProgress: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "delayed" | "paused";
            /** @description Percent; never decreases */
            progress: number;
            team: {
                id?: string;
            };
            error?: {
                code: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
                /** @description The step that failed; the job can be retried from it */
                step?: string;
            };
            /** @description Present when somebody cancelled the job */
            cancellation?: {
                requestedBy: {
                    id: string;
                    /** @enum {string} */
                    kind: "user" | "app" | "system";
                    displayName: string;
                };
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                requestedDateTime: string;
                /** @description Whether what was built is to be deleted */
                remove: boolean;
                /** @description Whether it is deleted */
                removed: boolean;
            };
            /** @description Progress of a job that changes many teams (`TeamBulk`) */
            bulk?: {
                /** @enum {string} */
                action: "archive" | "unarchive" | "delete" | "renew" | "addOwner" | "attachPolicy" | "detachPolicy";
                /** @description Number of teams */
                count: number;
                done: number;
                skipped: number;
                failed: number;
            };
            steps: components["schemas"]["JobStep"][];
            /** @description The lines since the event before */
            log: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActionDateTime: string;
        };
        JobEnd: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "delayed" | "paused";
        };
        TeamBulkRequest: {
            /** @enum {string} */
            action: "archive" | "unarchive" | "delete" | "renew" | "addOwner" | "attachPolicy" | "detachPolicy";
            ids?: string[] | null;
            filter?: string | null;
            search?: string | null;
            scope?: ("all" | "mine") | null;
            parameters?: {
                shouldSetSpoSiteReadOnlyForMembers?: boolean | null;
                policyId?: string | null;
                user?: {
                    id: string;
                } | null;
            } | null;
            cap?: number | null;
        };
        TeamBulkPreview: {
            "@odata.context"?: string;
            /** @enum {string} */
            action: "archive" | "unarchive" | "delete" | "renew" | "addOwner" | "attachPolicy" | "detachPolicy";
            /** @description Number of selected teams */
            count: number;
            /** @description Number of teams that the action is expected to change */
            affected: number;
            /** @description The first 1000 teams, with the expected results */
            teams: {
                id: string;
                displayName?: string;
                /** @enum {string} */
                outcome: "done" | "skipped" | "failed";
                /** @description Reason why the team is skipped, or code of the error */
                code?: string;
            }[];
        };
        PersonReference: {
            /** @description Directory id, user principal name or mail */
            id: string;
            name?: string;
        };
        CatalogTemplateTemplateConfigurationApproval: {
            requireApproval: boolean;
            /** @description People, groups by id, and conventions with `<% … %>` in `id` whose text names people and groups, separated by commas */
            approvalTeam: components["schemas"]["PersonReference"][];
            /** @description Stages of approvers after the approval team */
            stages: {
                /** @description People, groups by id, and conventions with `<% … %>` in `id` whose text names people and groups, separated by commas */
                approvers: components["schemas"]["PersonReference"][];
                /** @description Whether the requester's manager is asked too */
                manager: boolean;
                /** @description Which manager: 1 is the direct one, 2 the manager of that one */
                managerLevel?: number;
                /** @enum {string} */
                require: "any" | "all";
                /** @description Rule over request, requester and app: the stage is needed when it is true. Default: always */
                when?: string;
            }[];
        };
        CatalogTemplateTemplateConfigurationPermanentMembership: {
            members: components["schemas"]["PersonReference"][];
            owners: components["schemas"]["PersonReference"][];
        };
        CatalogTemplateTemplateConfigurationAudienceTargeting: {
            enabled: boolean;
            rules?: string;
            rulesWithTags?: string;
        };
        TemplateQuestion: {
            /** @description Name of the answer in `metadata` */
            id: string;
            /** @enum {string} */
            type: "text" | "multilineText" | "number" | "date" | "boolean" | "choice" | "multipleChoice" | "person" | "group" | "url";
            title: string;
            help?: string;
            required: boolean;
            /** @description The default answer, as an EJS template over the request */
            default?: string;
            options: string[];
            /** @description Regular expression that the whole answer must match */
            pattern?: string;
            /** @description Least number, earliest date, or least number of characters or choices */
            minimum?: number | string;
            maximum?: number | string;
            /** @description Rule over the request and earlier answers: the question is asked when it is `true` */
            when?: string;
            /** @description Heading under which forms show the question */
            section?: string;
        };
        CatalogTemplateTemplateConfiguration: {
            id: string;
            name: string;
            description?: string;
            pictureUrl?: string;
            /** @example en-US */
            language: string;
            enabled: boolean;
            system: boolean;
            /** @description Makes one team and no second */
            singleton: boolean;
            domId: string;
            approval: components["schemas"]["CatalogTemplateTemplateConfigurationApproval"];
            permanentMembership: components["schemas"]["CatalogTemplateTemplateConfigurationPermanentMembership"];
            audienceTargeting: components["schemas"]["CatalogTemplateTemplateConfigurationAudienceTargeting"];
            version: string;
            categories: string[];
            tags: string[];
            mandatoryMembership: {
                owners: number;
                members: number;
            };
            sensitivityLabelId?: string;
            lifecycle: {
                enabled: boolean;
                /** @enum {integer} */
                inactivityDays: 7 | 30 | 90;
                /** @enum {integer} */
                graceDays: 7 | 30;
                /** @enum {string} */
                action: "None" | "Archive" | "Delete";
            };
            /** @description What a request for a team must answer in its `metadata` */
            questions?: components["schemas"]["TemplateQuestion"][];
        };
        CatalogTemplateClonedTeam: {
            teamId?: string;
            teamName?: string;
            includeApps: boolean;
            includeTabs: boolean;
            includeSettings: boolean;
            includeChannels: boolean;
            includeMembers: boolean;
        };
        CatalogTemplateNewTeam: {
            namingConvention?: string;
            namingConventionWithTags?: string;
            emailConvention?: string;
            emailConventionWithTags?: string;
            descriptionConvention?: string;
            descriptionConventionWithTags?: string;
            welcomeMessageConvention?: string;
            welcomeMessageConventionWithTags?: string;
            defaultName?: string;
            defaultDescription?: string;
            defaultWelcomeMessage?: string;
            /** @enum {string} */
            teamPrivacy: "private" | "public" | "unknownFutureValue" | "hiddenMembership";
            addRequesterAsTeamOwner: boolean;
        };
        CatalogTemplate: {
            templateConfiguration: components["schemas"]["CatalogTemplateTemplateConfiguration"];
            clonedTeam: components["schemas"]["CatalogTemplateClonedTeam"];
            newTeam: components["schemas"]["CatalogTemplateNewTeam"];
        };
        CatalogTemplates: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["CatalogTemplate"][];
        };
        CatalogTemplateDetails: {
            "@odata.context"?: string;
            templateConfiguration: components["schemas"]["CatalogTemplateTemplateConfiguration"];
            clonedTeam: components["schemas"]["CatalogTemplateClonedTeam"];
            newTeam: components["schemas"]["CatalogTemplateNewTeam"];
            /** @description Counts the changes of the template; its ETag */
            revision: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            changedDateTime: string;
            changedBy: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
        };
        CatalogTemplateVersion: {
            /** @example 1.1 */
            version: string;
            name: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            changedDateTime: string;
            changedBy: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            /**
             * @description Places where the manifest differs from the version before, at most 100; empty for the first version
             * @example [
             *       "newTeam.namingConvention"
             *     ]
             */
            changedPaths: string[];
        };
        CatalogTemplateVersions: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["CatalogTemplateVersion"][];
        };
        CatalogTemplateVersionDetails: {
            "@odata.context"?: string;
            /** @example 1.1 */
            version: string;
            name: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            changedDateTime: string;
            changedBy: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            /**
             * @description Places where the manifest differs from the version before, at most 100; empty for the first version
             * @example [
             *       "newTeam.namingConvention"
             *     ]
             */
            changedPaths: string[];
            /** @enum {string} */
            format: "json" | "yaml";
            /** @description The manifest as the text of its file */
            text: string;
        };
        CatalogTemplateCheckPayload: {
            /** @description The manifest as the text of its file, or as a JSON object */
            manifest: string | {
                [key: string]: unknown;
            };
            format?: ("json" | "yaml") | null;
            files?: {
                [key: string]: string;
            } | null;
            person?: string | null;
            request?: {
                name?: string | null;
                description?: string | null;
                welcomeMessage?: string | null;
                metadata?: {
                    [key: string]: unknown;
                } | null;
            } | null;
            people?: string[] | null;
            groups?: string[] | null;
        };
        ManifestProblem: {
            /**
             * @description Place in the manifest; empty for the whole
             * @example newTeam.namingConvention
             */
            path: string;
            /** @description In the language of `Accept-Language` */
            message: string;
            /** @description Stable code of the message, in every language */
            messageCode?: string;
            /** @description For a manifest that was sent as text */
            line?: number;
            column?: number;
        };
        TextPreview: {
            text?: string;
            /**
             * Format: message
             * @description Why there is no text, or why a request with it is rejected
             */
            error?: string;
            /**
             * @description Key of its convention
             * @example namingConvention
             */
            convention?: string;
        };
        AudienceTest: {
            /** @description As sent */
            person: string;
            user?: {
                id: string;
                displayName: string;
            };
            isIncluded: boolean;
            /** @enum {string} */
            reason: "everybody" | "ruleIsTrue" | "ruleIsNotTrue" | "ruleFailed" | "noRule" | "unknownPerson";
            /**
             * Format: message
             * @description Why the rule failed
             */
            error?: string;
        };
        AudienceGroupTest: {
            /** @description As sent */
            group: string;
            /** @description Absent for an unknown group */
            displayName?: string;
            /** @description Whether all direct members were tested: at most 200 of a group are */
            isComplete: boolean;
            /** @description The direct members, by name */
            members: components["schemas"]["AudienceTest"][];
        };
        CatalogTemplateCheck: {
            /**
             * @description What applying the manifest would do; absent while it has errors
             * @enum {string}
             */
            outcome?: "created" | "updated" | "unchanged";
            errors: components["schemas"]["ManifestProblem"][];
            warnings: components["schemas"]["ManifestProblem"][];
            texts?: {
                name: components["schemas"]["TextPreview"];
                mailNickname: components["schemas"]["TextPreview"];
                description: components["schemas"]["TextPreview"];
                welcomeMessage: components["schemas"]["TextPreview"];
            };
            audience?: components["schemas"]["AudienceTest"][];
            audienceGroups?: components["schemas"]["AudienceGroupTest"][];
            template?: components["schemas"]["CatalogTemplate"];
        };
        AppliedTemplate: {
            /** @enum {string} */
            outcome: "created" | "updated" | "unchanged";
            template: components["schemas"]["CatalogTemplate"];
            warnings: {
                path: string;
                message: string;
            }[];
        };
        TemplateManifestPayload: {
            /** @description The manifest as the text of its file, or as a JSON object */
            manifest: string | {
                [key: string]: unknown;
            };
            format?: ("json" | "yaml") | null;
            files?: {
                [key: string]: string;
            } | null;
        };
        CatalogTemplateUpdate: {
            /** @description false hides the template from requesters */
            enabled: boolean;
        };
        ExportedManifest: {
            /** @enum {string} */
            format: "json" | "yaml";
            /** @description The manifest as the text of its file */
            text: string;
        };
        TeamDiscoverySettings: {
            showInTeamsSearchAndSuggestions: boolean;
        };
        TeamMemberSettings: {
            allowCreateUpdateChannels: boolean;
            allowCreatePrivateChannels: boolean;
            allowDeleteChannels: boolean;
            allowAddRemoveApps: boolean;
            allowCreateUpdateRemoveTabs: boolean;
            allowCreateUpdateRemoveConnectors: boolean;
        };
        TeamGuestSettings: {
            allowCreateUpdateChannels: boolean;
            allowDeleteChannels: boolean;
        };
        TeamMessagingSettings: {
            allowUserEditMessages: boolean;
            allowUserDeleteMessages: boolean;
            allowOwnerDeleteMessages: boolean;
            allowTeamMentions: boolean;
            allowChannelMentions: boolean;
        };
        TeamFunSettings: {
            allowGiphy: boolean;
            /** @enum {string} */
            giphyContentRating: "strict" | "moderate";
            allowStickersAndMemes: boolean;
            allowCustomMemes: boolean;
        };
        Team: {
            "@odata.context"?: string;
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            displayName: string;
            description?: string;
            internalId: string;
            classification?: string;
            specialization: string;
            /** @enum {string} */
            visibility: "private" | "public" | "hiddenMembership";
            webUrl: string;
            isArchived: boolean;
            isMembershipLimitedToOwners: boolean;
            discoverySettings: components["schemas"]["TeamDiscoverySettings"];
            memberSettings: components["schemas"]["TeamMemberSettings"];
            guestSettings: components["schemas"]["TeamGuestSettings"];
            messagingSettings: components["schemas"]["TeamMessagingSettings"];
            funSettings: components["schemas"]["TeamFunSettings"];
        };
        TeamSummary: {
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            displayName: string;
            description?: string;
            /** @enum {string} */
            visibility: "private" | "public" | "hiddenMembership";
            webUrl: string;
            isArchived: boolean;
            sensitivityLabelId?: string;
            ownerCount: number;
            /** @description Owners, members and guests */
            memberCount: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActivityDateTime: string;
            /**
             * @description Role of the calling user, in the list of their teams
             * @enum {string}
             */
            role?: "owner" | "member" | "guest";
            /** @description Whether Charter made the team, or it has a policy */
            isGoverned: boolean;
            /** @description Template that Charter made the team from; without a name when it was deleted */
            template?: {
                id: string;
                name?: string;
            };
            /**
             * @description State of the lifecycle, once a run concerned the team
             * @enum {string}
             */
            lifecycleState?: "active" | "inactive" | "expired";
            /**
             * Format: date-time
             * @description End of the grace period of an inactive team. Its owners can renew it until then.
             */
            expiresDateTime?: string;
            /**
             * @description What happens to the team at that time, if nobody renews it
             * @enum {string}
             */
            expiryAction?: "None" | "Archive" | "Delete";
        };
        Teams: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["TeamSummary"][];
        };
        /**
         * @example {
         *       "description": "Plans of the launch",
         *       "memberSettings": {
         *         "allowDeleteChannels": false
         *       }
         *     }
         */
        TeamUpdate: {
            id?: string;
            createdDateTime?: string;
            displayName?: string;
            description?: string | null;
            internalId?: string;
            classification?: string | null;
            specialization?: string;
            /** @enum {string} */
            visibility?: "private" | "public" | "hiddenMembership";
            webUrl?: string;
            isArchived?: boolean;
            isMembershipLimitedToOwners?: boolean;
            discoverySettings?: {
                showInTeamsSearchAndSuggestions?: boolean;
            };
            memberSettings?: {
                allowCreateUpdateChannels?: boolean;
                allowCreatePrivateChannels?: boolean;
                allowDeleteChannels?: boolean;
                allowAddRemoveApps?: boolean;
                allowCreateUpdateRemoveTabs?: boolean;
                allowCreateUpdateRemoveConnectors?: boolean;
            };
            guestSettings?: {
                allowCreateUpdateChannels?: boolean;
                allowDeleteChannels?: boolean;
            };
            messagingSettings?: {
                allowUserEditMessages?: boolean;
                allowUserDeleteMessages?: boolean;
                allowOwnerDeleteMessages?: boolean;
                allowTeamMentions?: boolean;
                allowChannelMentions?: boolean;
            };
            funSettings?: {
                allowGiphy?: boolean;
                /** @enum {string} */
                giphyContentRating?: "strict" | "moderate";
                allowStickersAndMemes?: boolean;
                allowCustomMemes?: boolean;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "displayName": "Harbour tunnel"
         *     }
         */
        MyTeamUpdate: {
            displayName?: string;
            description?: string | null;
        };
        TeamMemberPermanence: {
            /** @enum {string} */
            role: "owner" | "member";
            source: {
                /** @enum {string} */
                type: "template" | "policy";
                id: string;
                name: string;
            };
        };
        TeamMember: {
            "@odata.context"?: string;
            id: string;
            userId: string;
            displayName: string;
            email?: string;
            /** @description `owner` or `guest`; empty for a member */
            roles: string[];
            /** @description In lists: the templates and policies that keep the person in the team */
            permanent?: components["schemas"]["TeamMemberPermanence"][];
        };
        TeamMembers: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["TeamMember"][];
        };
        ArchiveTeamPayload: {
            shouldSetSpoSiteReadOnlyForMembers?: boolean | null;
        };
        User1: {
            id: string;
            displayName: string;
            givenName?: string;
            surname?: string;
            mail?: string;
            userPrincipalName: string;
            jobTitle?: string;
            department?: string;
            companyName?: string;
            city?: string;
            country?: string;
            usageLocation?: string;
            preferredLanguage?: string;
            /** @enum {string} */
            userType: "Member" | "Guest";
            accountEnabled: boolean;
        };
        Users: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["User1"][];
        };
        Group: {
            id: string;
            displayName: string;
        };
        Groups: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Group"][];
        };
        ImportedUser: {
            /** @description Id of the person in tokens: `oid`, else `sub`; case-sensitive */
            id: string;
            displayName: string;
            userPrincipalName: string;
            givenName?: string | null;
            surname?: string | null;
            mail?: string | null;
            jobTitle?: string | null;
            department?: string | null;
            companyName?: string | null;
            city?: string | null;
            country?: string | null;
            usageLocation?: string | null;
            preferredLanguage?: string | null;
            userType?: ("Member" | "Guest") | null;
            accountEnabled?: boolean | null;
            managerId?: string | null;
            groups?: string[] | null;
        };
        UserImport: {
            users: components["schemas"]["ImportedUser"][];
            /** @description Whether known people lose the values that are not named; false by default */
            replace?: boolean;
        };
        UserImportResult: {
            "@odata.context"?: string;
            importedUsers: number;
        };
        JobTeam: {
            teamId: string;
            /** @description Absent when it is not known */
            displayName?: string;
            /**
             * @description `waiting`: the job has not reached the team, or ended before it did
             * @enum {string}
             */
            outcome: "waiting" | "done" | "skipped" | "failed";
            /** @description Reason why the team was skipped (AlreadyArchived, NotArchived, NoLifecycle, AlreadyOwner, AlreadyAttached, NotAttached), or code of its error */
            code?: string;
            /** @description The error of a failed team */
            message?: string;
            /** @description Stable code of the message, in every language */
            messageCode?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            endedDateTime?: string;
        };
        JobTeams: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["JobTeam"][];
        };
        JobDecisionPayload: {
            message?: string | null;
        };
        Label: {
            id: string;
            name: string;
            description: string;
            /**
             * @description CSS hex colour
             * @example #0078D4
             */
            color: string;
            /** @description Rank: a higher number is more sensitive */
            sensitivity: number;
            tooltip: string;
            isActive: boolean;
            /** @description Id of the parent label */
            parent?: string;
        };
        Labels: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Label"][];
        };
        HoldingCounts: {
            /** @description Teams that the person owns */
            team: number;
            /** @description Teams of these without another owner who can act */
            onlyOwner: number;
            /** @description Pending approvals that the person can still decide */
            approval: number;
            /** @description Templates that name the person */
            template: number;
            /** @description Policies that name the person */
            policy: number;
            /** @description Webhooks that the person made */
            webhook: number;
            /** @description Apps that the person registered */
            app: number;
            /** @description Unused teams whose renewal the person is asked for */
            renewal: number;
            /** @description Roles that the service assigned to the person */
            role: number;
        };
        Holding: {
            /** @enum {string} */
            kind: "team" | "approval" | "template" | "policy" | "webhook" | "app" | "renewal" | "role";
            /** @description Of a renewal the id of the team, of a role its name */
            id: string;
            displayName: string;
            relations: ("owner" | "onlyOwner" | "member" | "approver" | "creator" | "assignee")[];
        };
        UserImpact: {
            "@odata.context"?: string;
            id: string;
            displayName?: string;
            /**
             * @description `closed`: the account is disabled. `gone`: the directory does not have the person
             * @enum {string}
             */
            state: "present" | "closed" | "gone";
            counts: components["schemas"]["HoldingCounts"];
            /** @description At most 100 of each kind */
            holdings: components["schemas"]["Holding"][];
        };
        Leaver: {
            /** @description For somebody whom the directory never had, the reference by which a template or policy names them */
            id: string;
            displayName?: string;
            /** @enum {string} */
            state: "closed" | "gone";
            counts: components["schemas"]["HoldingCounts"];
        };
        Leavers: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Leaver"][];
        };
        /** @description Rules of a team’s lifecycle and their source */
        LifecycleRules: {
            /** @description Days without activity after which a team is inactive */
            inactivityDays: number;
            /** @description Days that owners of an inactive team have to renew it */
            graceDays: number;
            /**
             * @description Action after the grace period
             * @enum {string}
             */
            action: "None" | "Archive" | "Delete";
            source: {
                /** @enum {string} */
                type: "policy" | "template";
                id: string;
                name: string;
            };
        };
        TeamLifecycle: {
            "@odata.context"?: string;
            team: {
                id: string;
                displayName: string;
            };
            /**
             * @description `none`: the team has no lifecycle; `archived`: the lifecycle does not apply
             * @enum {string}
             */
            state: "active" | "inactive" | "expired" | "none" | "archived";
            /**
             * @description Reason of the decision; docs/lifecycle.md explains each
             * @enum {string}
             */
            reason: "active" | "grace" | "expired" | "under_way" | "archived" | "switched_off" | "gone" | "unknown" | "nobody_to_ask" | "inactive" | "rules_changed" | "grace_over" | "action_failed" | "activity" | "restored";
            /**
             * @description Outcome of the next run, if nothing changes
             * @enum {string}
             */
            nextRun?: "asked" | "archived" | "deleted" | "expired" | "reset" | "left" | "blocked" | "failed";
            rules?: components["schemas"]["LifecycleRules"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActivityDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            renewedDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            askedDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresDateTime?: string;
            /**
             * @description Announced or completed action
             * @enum {string}
             */
            action?: "None" | "Archive" | "Delete";
            /** @enum {string} */
            nextStep?: "ask" | "expire";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            nextDateTime?: string;
        };
        LifecycleRun: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            scheduledDateTime?: string;
            requester: {
                id: string;
                displayName: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            decidedDateTime?: string;
            governedTeams?: number;
            /** @description Most teams that the run may archive or delete */
            cap?: number;
            /** @description Number of teams by outcome */
            counts: {
                asked: number;
                archived: number;
                deleted: number;
                expired: number;
                reset: number;
                left: number;
                blocked: number;
                failed: number;
            };
            /** Format: message */
            error?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            completedDateTime?: string;
        };
        LifecycleRuns: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["LifecycleRun"][];
        };
        LifecycleRunTeam: {
            teamId: string;
            displayName: string;
            /** @enum {string} */
            decision: "stay" | "ask" | "expire" | "reset";
            /**
             * @description Reason of the decision; docs/lifecycle.md explains each
             * @enum {string}
             */
            reason: "active" | "grace" | "expired" | "under_way" | "archived" | "switched_off" | "gone" | "unknown" | "nobody_to_ask" | "inactive" | "rules_changed" | "grace_over" | "action_failed" | "activity" | "restored";
            /**
             * @description Completed or announced action
             * @enum {string}
             */
            action?: "None" | "Archive" | "Delete";
            /**
             * @description State of the team before the run
             * @enum {string}
             */
            state: "active" | "inactive" | "expired";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastActivityDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            askedDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresDateTime?: string;
            /**
             * @description Next step, if nothing changes
             * @enum {string}
             */
            nextStep?: "ask" | "expire";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            nextDateTime?: string;
            rules?: components["schemas"]["LifecycleRules"];
            /**
             * @description Absent in a simulation when the team stays unchanged
             * @enum {string}
             */
            outcome?: "asked" | "archived" | "deleted" | "expired" | "reset" | "left" | "blocked" | "failed";
            /** Format: message */
            error?: string;
        };
        LifecycleRunTeams: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["LifecycleRunTeam"][];
        };
        LifecycleSimulation: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            atDateTime: string;
            governedTeams: number;
            /** @description Most teams that such a run may archive or delete */
            cap: number;
            /** @description Number of teams by outcome */
            counts: {
                asked: number;
                archived: number;
                deleted: number;
                expired: number;
                reset: number;
                left: number;
                blocked: number;
                failed: number;
            };
            value: components["schemas"]["LifecycleRunTeam"][];
        };
        MeTenant: {
            id: string;
            displayName?: string;
            /** @example fabrikam.example */
            defaultDomainName?: string;
        };
        Me: {
            "@odata.context"?: string;
            /** @description Id of the person in the directory, or of the app */
            id: string;
            /** @enum {string} */
            kind: "user" | "app";
            /** @example Ada Lovelace */
            displayName: string;
            /** @description Absent for an app */
            userPrincipalName?: string;
            mail?: string;
            /**
             * @description Preferred language of the person, from the directory
             * @example en-US
             */
            locale?: string;
            tenant: components["schemas"]["MeTenant"];
            /** @description From the token, and assigned by the service */
            roles: ("AUTHENTICATED_USER" | "AUTHORIZED_APP" | "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN")[];
            /**
             * @description The `operationId` of each operation that the roles, and the scopes of an app, allow. Access to a single object is decided by its call.
             * @example [
             *       "getMe",
             *       "getTeam"
             *     ]
             */
            operations: string[];
            /** @description What everybody in the organisation should know now */
            notices?: components["schemas"]["SuiteNotice"][];
        };
        Notification: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "approval_requested" | "approval_reminder" | "approval_withdrawn" | "information_requested" | "information_provided" | "approval_commented" | "request_approved" | "request_rejected" | "request_expired" | "team_ready" | "request_failed" | "job_failed" | "job_cancelled" | "webhook_disabled" | "team_inactive" | "team_expired" | "team_ownerless" | "lifecycle_run_capped" | "graph_account_lost" | "graph_access_lost" | "global_admin_assigned" | "change_waits" | "change_decided" | "app_secret_expiring" | "app_secret_expired" | "template_people_departed";
            /** @example en */
            language: string;
            subject: string;
            /** @description Plain text */
            text: string;
            /** @description Page of the portal */
            link: string;
            approval?: {
                /** Format: uuid */
                id: string;
            };
            job?: {
                /** Format: uuid */
                id: string;
            };
            hook?: {
                /** Format: uuid */
                id: string;
            };
            team?: {
                id: string;
            };
            lifecycleRun?: {
                /** Format: uuid */
                id: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            readDateTime?: string;
        };
        Notifications: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Notification"][];
        };
        NotificationsRead: {
            /**
             * Format: uuid
             * @description Id of the newest notification to mark. Default: all notifications are marked
             */
            upTo?: string;
        };
        MarkedNotifications: {
            "@odata.context"?: string;
            /** @description Notifications that were unread */
            count: number;
        };
        NotificationKindSettings: {
            /** @enum {string} */
            kind: "approval_requested" | "approval_reminder" | "approval_withdrawn" | "information_requested" | "information_provided" | "approval_commented" | "request_approved" | "request_rejected" | "request_expired" | "team_ready" | "request_failed" | "job_failed" | "job_cancelled" | "webhook_disabled" | "team_inactive" | "team_expired" | "team_ownerless" | "lifecycle_run_capped" | "graph_account_lost" | "graph_access_lost" | "global_admin_assigned" | "change_waits" | "change_decided" | "app_secret_expiring" | "app_secret_expired" | "template_people_departed";
            /** @description Whether the calling user wants notifications of this kind by mail */
            mail: boolean;
            /** @description Whether the service sends mail of this kind to anybody */
            isMailed: boolean;
        };
        NotificationSettings: {
            "@odata.context"?: string;
            /** @description Address in the directory */
            mailAddress?: string;
            /** @description Whether the service sends mail */
            sendsMail: boolean;
            kinds: components["schemas"]["NotificationKindSettings"][];
        };
        NotificationSettingsUpdate: {
            /** @description Kinds to change; the others stay as they are */
            kinds: {
                /** @enum {string} */
                kind: "approval_requested" | "approval_reminder" | "approval_withdrawn" | "information_requested" | "information_provided" | "approval_commented" | "request_approved" | "request_rejected" | "request_expired" | "team_ready" | "request_failed" | "job_failed" | "job_cancelled" | "webhook_disabled" | "team_inactive" | "team_expired" | "team_ownerless" | "lifecycle_run_capped" | "graph_account_lost" | "graph_access_lost" | "global_admin_assigned" | "change_waits" | "change_decided" | "app_secret_expiring" | "app_secret_expired" | "template_people_departed";
                mail: boolean;
            }[];
        };
        OverviewWeek: {
            /**
             * Format: date
             * @description Monday in the time zone
             * @example 2026-11-16
             */
            start: string;
            /** @description Requests whose team was created */
            completed: number;
            /** @description Requests whose work failed */
            failed: number;
            /** @description Requests that were rejected, or expired */
            rejected: number;
            /** @description Requests that were withdrawn or cancelled */
            withdrawn: number;
            /** @description Requests that have not ended */
            open: number;
        };
        /** @description Half, and 95 in 100, of the requests took at most so long */
        OverviewDuration: {
            /**
             * @description Seconds
             * @example 3600
             */
            p50: number;
            /**
             * @description Seconds
             * @example 3600
             */
            p95: number;
        };
        OverviewApprover: {
            id: string;
            displayName: string;
            /** @description Requests that wait for this person */
            count: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            oldestDateTime: string;
        };
        Overview: {
            "@odata.context"?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            atDateTime: string;
            /** @description By the week of the request, the oldest first */
            weeks: components["schemas"]["OverviewWeek"][];
            approval?: components["schemas"]["OverviewDuration"];
            completion?: components["schemas"]["OverviewDuration"];
            /** @description By the step that failed, the most first */
            failures: {
                /** @example createChannels */
                step: string;
                /** @description Failed requests */
                count: number;
            }[];
            teams: {
                /** @description Teams with activity in the last `inactiveDays` days */
                active: number;
                /** @description Teams without activity for `inactiveDays` days */
                inactive: number;
                /** @description Archived teams */
                archived: number;
                /** @description As requested */
                inactiveDays: number;
            };
            waiting: {
                /** @description Requests that wait for a decision */
                approvals: number;
                /** @description The people with the most waiting requests, at most 20 */
                approvers: components["schemas"]["OverviewApprover"][];
                /** @description Unused teams whose owners were asked to renew them */
                renewals: number;
            };
        };
        /**
         * @example {
         *       "type": "tenant"
         *     }
         */
        PolicyScope: {
            /**
             * @description All teams, teams made from some templates, or only attached teams. Attached teams are always included.
             * @enum {string}
             */
            type: "tenant" | "templates" | "teams";
            /** @description Required with the type `templates`, rejected with others */
            templateIds?: string[];
        };
        /**
         * @example {
         *       "type": "tenant"
         *     }
         */
        PolicyScopePayload: {
            /**
             * @description All teams, teams made from some templates, or only attached teams. Attached teams are always included.
             * @enum {string}
             */
            type: "tenant" | "templates" | "teams";
            templateIds?: string[] | null;
        };
        /**
         * @description Settings of its kind and no others. The description of each begins with its kind.
         * @example {
         *       "blockedWords": [
         *         "confidential"
         *       ]
         *     }
         */
        PolicySettings: {
            /** @description naming: words and phrases that names may not contain as whole words (a list of at most 5000) */
            blockedWords?: string[];
            /** @description naming: names that no team may have (a list of at most 5000) */
            reservedNames?: string[];
            /** @description naming: the smallest number of visible characters of a name (a whole number from 1 to 264) */
            minLength?: number;
            /** @description naming: the largest number of characters of a name (a whole number from 1 to 264) */
            maxLength?: number;
            /** @description naming: characters that names may not have; `\p{L}`, `\p{N}`, `\p{Zs}` stand for letters, digits, spaces (a text of 1 to 500 characters) */
            forbiddenCharacters?: string;
            /** @description naming: the only characters that names may have; written as `forbiddenCharacters` (a text of 1 to 500 characters) */
            allowedCharacters?: string;
            /** @description mandatoryMembership: the smallest number of owners (a whole number from 0 to 20). permanentMembership: permanent owners: ids, user principal names or mail addresses (a list of at most 50) */
            owners?: number | string[];
            /** @description mandatoryMembership: the smallest number of members (a whole number from 0 to 20). permanentMembership: permanent members: ids, user principal names or mail addresses (a list of at most 200) */
            members?: number | string[];
            /**
             * @description privacy: the visibility of every team (one of private, public)
             * @enum {string}
             */
            visibility?: "private" | "public";
            /** @description sensitivityLabel: id of the label of every team (a text of 1 to 200 characters) */
            labelId?: string;
            /** @description lifecycle: days without activity (one of 7, 30, 90) */
            inactivityDays?: number;
            /** @description lifecycle: days to renew the team (one of 7, 30) */
            graceDays?: number;
            /**
             * @description lifecycle: action for a team that nobody renews (one of None, Archive, Delete)
             * @enum {string}
             */
            action?: "None" | "Archive" | "Delete";
        };
        /**
         * @description Settings of its kind and no others. The description of each begins with its kind.
         * @example {
         *       "blockedWords": [
         *         "confidential"
         *       ]
         *     }
         */
        PolicySettingsPayload: {
            blockedWords?: string[] | null;
            reservedNames?: string[] | null;
            minLength?: number | null;
            maxLength?: number | null;
            forbiddenCharacters?: string | null;
            allowedCharacters?: string | null;
            owners?: (number | string[]) | null;
            members?: (number | string[]) | null;
            visibility?: ("private" | "public") | null;
            labelId?: string | null;
            inactivityDays?: number | null;
            graceDays?: number | null;
            action?: ("None" | "Archive" | "Delete") | null;
        };
        /**
         * @description Settings of its kind and no others. The description of each begins with its kind. Each is replaced alone; null removes one.
         * @example {
         *       "blockedWords": [
         *         "confidential"
         *       ]
         *     }
         */
        PolicySettingsUpdate: {
            blockedWords?: string[] | null;
            reservedNames?: string[] | null;
            minLength?: number | null;
            maxLength?: number | null;
            forbiddenCharacters?: string | null;
            allowedCharacters?: string | null;
            owners?: (number | string[]) | null;
            members?: (number | string[]) | null;
            visibility?: ("private" | "public") | null;
            labelId?: string | null;
            inactivityDays?: number | null;
            graceDays?: number | null;
            action?: ("None" | "Archive" | "Delete") | null;
        };
        PolicyPayload: {
            name: string;
            description?: string | null;
            /**
             * @description Decides which settings the policy has
             * @example naming
             * @enum {string}
             */
            kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
            enabled?: boolean | null;
            mode?: ("enforce" | "report") | null;
            scope?: components["schemas"]["PolicyScopePayload"] | null;
            settings?: components["schemas"]["PolicySettingsPayload"] | null;
        };
        PolicyUpdate: {
            name?: string | null;
            /** @description null clears it */
            description?: string | null;
            kind?: ("naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle") | null;
            enabled?: boolean | null;
            mode?: ("enforce" | "report") | null;
            scope?: components["schemas"]["PolicyScopePayload"] | null;
            settings?: components["schemas"]["PolicySettingsUpdate"] | null;
        };
        PolicyPerson: {
            /** @description As the settings name the person */
            reference: string;
            displayName: string;
        };
        Policy: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            name: string;
            description?: string;
            /**
             * @description Decides which settings the policy has
             * @example naming
             * @enum {string}
             */
            kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
            /** @description A disabled policy has no effect */
            enabled: boolean;
            /**
             * @description In the mode `report` the policy rejects and changes nothing; what it would reject is reported
             * @enum {string}
             */
            mode: "enforce" | "report";
            scope: components["schemas"]["PolicyScope"];
            settings: components["schemas"]["PolicySettings"];
            /** @description Names of the people in the settings; lists of policies leave them out */
            people?: components["schemas"]["PolicyPerson"][];
            /** @description Increases with every change; the ETag of the policy */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastModifiedDateTime: string;
        };
        Policies: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Policy"][];
        };
        PolicyTeam: {
            teamId: string;
            /** @description Absent for a team that no longer exists */
            displayName?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            attachedDateTime: string;
        };
        PolicyTeams: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["PolicyTeam"][];
        };
        PolicyReport: {
            "@odata.context"?: string;
            /** @description Teams that the policy applies to, without archived ones */
            appliesToCount: number;
            /** @description Those that it would reject or change */
            affectedCount: number;
            /** @description False when there are more teams than one report reads */
            isComplete: boolean;
            /** @description The first 100 affected teams by name, each with what the policy finds */
            teams: {
                id: string;
                displayName: string;
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
        };
        PolicyCheckRequest: {
            name?: string | null;
            visibility?: ("private" | "public" | "hiddenMembership") | null;
            template?: {
                id: string;
            } | null;
            team?: {
                id: string;
            } | null;
        };
        PolicyCheckResult: {
            "@odata.context"?: string;
            /** @enum {string} */
            outcome: "passed" | "violated";
            verdicts: {
                policy: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /**
                     * @description Decides which settings the policy has
                     * @example naming
                     * @enum {string}
                     */
                    kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
                };
                /** @enum {string} */
                outcome: "passed" | "violated";
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
            /** @description Violations of policies in the mode `report`, which reject nothing; absent without any */
            reports?: {
                policy: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /**
                     * @description Decides which settings the policy has
                     * @example naming
                     * @enum {string}
                     */
                    kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
                };
                /** @enum {string} */
                outcome: "passed" | "violated";
                /** @description In the language of `Accept-Language` */
                message: string;
                /** @description Stable code of the message, in every language */
                messageCode?: string;
            }[];
        };
        UserErasure: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            userId: string;
            /** @enum {string} */
            status: "active" | "completed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            requestedDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            completedDateTime?: string;
            /** @description Rows that were redacted or deleted so far */
            redactedRows: number;
            /** @description Audit records that name the person in clear inside their hash, from before the encryption */
            unchangedRecords?: number;
        };
        UserErasurePreview: {
            "@odata.context"?: string;
            userId: string;
            /** @description What would be redacted or deleted */
            stores: {
                name: string;
                rows: number;
            }[];
            /** @description Texts in audit records that would read `erased` */
            recordTexts: number;
            unchangedRecords: number;
            /** @description Texts of others in audit records, in which the name would be replaced by `erased` */
            textsOfOthers: number;
            /** @description Places of these texts, at most 1000 */
            placesOfOthers: {
                trail: string;
                sequence: number;
                type: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                time: string;
                /** @description JSON Pointer of the text in the record */
                at: string;
                /** @description Id of the person who wrote the text */
                writtenBy: string;
            }[];
            /** @description Texts of the organisation that name the person and stay: names and descriptions of teams, for example */
            unchangedTexts: number;
            /** @description Places of these texts, at most 1000 */
            unchangedPlaces: {
                store: string;
                key: {
                    [key: string]: string;
                };
                /** @description Column, and path in its JSON, joined by dots */
                at: string;
            }[];
            /** @description Whether a legal hold forbids the erasure */
            isHeld: boolean;
        };
        UserExport: {
            "@odata.context"?: string;
            userId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            exportedDateTime: string;
            /** @description The entry in the directory */
            directory?: {
                [key: string]: unknown;
            };
            stores: {
                name: string;
                rows: {
                    key: {
                        [key: string]: string;
                    };
                    texts: {
                        /** @description Column, and path in its JSON, joined by dots */
                        at: string;
                        text: string;
                    }[];
                }[];
            }[];
            /** @description Texts about the person in audit records */
            records: {
                trail: string;
                sequence: number;
                type: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                time: string;
                /** @description JSON Pointer of the text in the record */
                at: string;
                value: unknown;
            }[];
        };
        LegalHold: {
            "@odata.context"?: string;
            userId: string;
            reason: string;
            /** @description Id of the administrator */
            placedBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            placedDateTime: string;
        };
        LegalHoldRequest: {
            /** @example Proceedings 4 O 12/26 */
            reason: string;
        };
        RoleAssignment: {
            "@odata.context"?: string;
            principalId: string;
            /**
             * @description Absent when the directory does not have the principal
             * @enum {string}
             */
            kind?: "user" | "app";
            displayName?: string;
            /**
             * @description Takes effect within 10 seconds
             * @enum {string}
             */
            role: "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
            /**
             * Format: date-time
             * @description Absent when the role does not end
             */
            expiresDateTime?: string;
        };
        RoleAssignmentPayload: {
            /**
             * Format: date-time
             * @description End of the role, in the future. Default: none
             */
            expiresDateTime?: string;
        };
        RoleAssignments: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["RoleAssignment"][];
        };
        ScimTokenPayload: {
            /** @description Name of the connector, shown in the audit trails */
            displayName: string;
            /**
             * Format: date-time
             * @description End of the token, in the future. Default: none
             */
            expiresDateTime?: string;
        };
        ScimToken: {
            id: string;
            displayName: string;
            /** @description The first characters of the token */
            hint: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description Absent when the token does not expire
             */
            expiresDateTime?: string;
            /**
             * Format: date-time
             * @description Exact to a minute; absent when the token was never used
             */
            lastUsedDateTime?: string;
        };
        ScimTokens: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["ScimToken"][];
        };
        CreatedScimToken: {
            "@odata.context"?: string;
            id: string;
            displayName: string;
            /** @description The first characters of the token */
            hint: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description Absent when the token does not expire
             */
            expiresDateTime?: string;
            /**
             * Format: date-time
             * @description Exact to a minute; absent when the token was never used
             */
            lastUsedDateTime?: string;
            /** @description The token for the connector; shown only once */
            token: string;
        };
        TeamPermissions: {
            "@odata.context"?: string;
            /**
             * @description Absent for a caller who is not in the team
             * @enum {string}
             */
            role?: "owner" | "member" | "guest";
            /**
             * @description The `operationId` of each operation that the caller may call for this team now. Those of channels and tabs hold for standard channels: a private or shared one is changed by its own owners. Everybody in the team may remove themselves.
             * @example [
             *       "getTeamChannels",
             *       "updateTeamChannel"
             *     ]
             */
            operations: string[];
            /** @description Types of the channels that the caller may create */
            channelTypes: ("standard" | "private" | "shared")[];
        };
        TeamMembersPayload: {
            values: components["schemas"]["TeamMembershipPayload"][];
        };
        AddedTeamMembers: {
            "@odata.context"?: string;
            /** @description In the order of the people: the membership, or the error */
            value: {
                userId: string;
                member?: components["schemas"]["TeamMember"];
                /** @description Why the person was not added */
                error?: {
                    code: string;
                    /** @description In the language of `Accept-Language` */
                    message: string;
                    /** @description Stable code of the message, in every language */
                    messageCode?: string;
                };
            }[];
        };
        UserLookupRequest: {
            /**
             * @description Ids, user principal names, mail addresses or display names
             * @example [
             *       "ada@fabrikam.example",
             *       "Bob Ray"
             *     ]
             */
            references: string[];
        };
        UserLookup: {
            "@odata.context"?: string;
            /** @description In the order of the references */
            value: {
                /** @description As it was sent */
                reference: string;
                /** @description The one person meant; several when the reference fits several, at most 10; none when it fits nobody */
                matches: components["schemas"]["User1"][];
            }[];
        };
        HookConfig: {
            verb?: "post" | null;
            /**
             * @description URL of the receiver: https on the public internet, without spaces or a fragment; http to loopback in development only. The query may contain keys: it is encrypted at rest, shown only to the creator, and `?***` for others
             * @example https://hooks.example.com/charter
             */
            url: string;
            content_type?: ("json" | "application/json") | null;
            secret?: string | null;
        };
        HookPayload: {
            name?: string | null;
            description?: string | null;
            active?: boolean | null;
            /** @description Codes of getHooksEvents */
            events: ("team_archived" | "team_created" | "team_deleted" | "team_member_added" | "team_member_removed" | "team_member_updated" | "team_ownerless" | "team_unarchived" | "team_updated" | "team_channel_created" | "team_channel_deleted" | "team_channel_tab_created" | "team_channel_tab_deleted" | "team_channel_updated" | "team_provisioning_completed" | "team_creation_approval_cancelled" | "team_creation_approval_commented" | "team_creation_approval_expired" | "team_creation_approval_requested" | "team_creation_approved" | "team_creation_rejected" | "team_creation_information_provided" | "team_creation_information_requested" | "team_creation_information_withdrawn" | "permanent_membership_restored" | "team_expired" | "team_inactive" | "app_changed" | "app_deleted" | "app_registered" | "app_secret_added" | "app_secret_expired" | "app_secret_expiring" | "app_secret_removed" | "role_assigned" | "role_expired" | "role_revoked" | "user_updated")[];
            config: components["schemas"]["HookConfig"];
            filter?: {
                templates?: string[] | null;
            } | null;
        };
        HookUpdate: {
            name?: string | null;
            /** @description null clears it */
            description?: string | null;
            active?: boolean | null;
            events?: ("team_archived" | "team_created" | "team_deleted" | "team_member_added" | "team_member_removed" | "team_member_updated" | "team_ownerless" | "team_unarchived" | "team_updated" | "team_channel_created" | "team_channel_deleted" | "team_channel_tab_created" | "team_channel_tab_deleted" | "team_channel_updated" | "team_provisioning_completed" | "team_creation_approval_cancelled" | "team_creation_approval_commented" | "team_creation_approval_expired" | "team_creation_approval_requested" | "team_creation_approved" | "team_creation_rejected" | "team_creation_information_provided" | "team_creation_information_requested" | "team_creation_information_withdrawn" | "permanent_membership_restored" | "team_expired" | "team_inactive" | "app_changed" | "app_deleted" | "app_registered" | "app_secret_added" | "app_secret_expired" | "app_secret_expiring" | "app_secret_removed" | "role_assigned" | "role_expired" | "role_revoked" | "user_updated")[] | null;
            config?: {
                verb?: "post" | null;
                url?: string | null;
                content_type?: ("json" | "application/json") | null;
            } | null;
            filter?: {
                templates?: string[] | null;
            } | null;
        };
        HookSecretRotation: {
            overlapHours?: number | null;
            secret?: string | null;
        };
        Hook: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            name: string;
            description?: string;
            active: boolean;
            events: string[];
            config: {
                /** @enum {string} */
                verb: "post";
                url: string;
                /** @enum {string} */
                content_type: "json";
                /** @description Present only in the response that creates or replaces it */
                secret?: string;
            };
            filter: {
                templates: string[];
            };
            /**
             * @description `tenant` receives the events of the whole tenant, `personal` those of teams that its creator owns and requests that its creator made or approves
             * @enum {string}
             */
            scope: "tenant" | "personal";
            creator: {
                id: string;
                /** @enum {string} */
                kind: "user" | "app" | "system";
                displayName: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastModifiedDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            failingSince?: string;
            /**
             * @description Why the service disabled the webhook: a 410 response, or five days of failure
             * @enum {string}
             */
            disabledReason?: "gone" | "failing";
        };
        Hooks: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["Hook"][];
        };
        HookRequestHeader: {
            name: string;
            value: string;
        };
        HookDeliveryAttempt: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            time: string;
            /** @description HTTP status of the response; absent without one */
            status?: number;
            durationMilliseconds: number;
            /** @description The first 1,024 bytes of the response */
            response?: string;
            /** @description Reason of a failure */
            error?: string;
            /** @description Headers that the service set, with the signatures as sent. Present only in the response about one delivery, and absent when no request was sent or an earlier version sent it */
            requestHeaders?: components["schemas"]["HookRequestHeader"][];
        };
        HookDelivery: {
            "@odata.context"?: string;
            /**
             * Format: uuid
             * @description The same in every attempt: `X-Charter-Delivery` and `webhook-id`
             */
            id: string;
            /** Format: uuid */
            hookId: string;
            /** @description A code of getHooksEvents, or hook_test */
            event: string;
            /** Format: uuid */
            eventId: string;
            /**
             * @description `pending` waits for an attempt, `failed` had its last attempt
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            nextAttemptDateTime?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            completedDateTime?: string;
            /** @description Oldest first: the latest 50, in a list the latest 10 */
            attempts: components["schemas"]["HookDeliveryAttempt"][];
            /**
             * @description The message exactly as sent, JSON text. Present only in the response about one delivery, and absent when the webhook may no longer receive the message
             * @example {"tenant":{"id":"fabrikam"},"team":{"id":"019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"}}
             */
            body?: string;
        };
        HookDeliveries: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["HookDelivery"][];
        };
        HookRedelivery: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC; not included
             */
            until: string;
            status?: ("pending" | "delivered" | "failed") | null;
        };
        HookRedeliveryResult: {
            "@odata.context": string;
            /** @description Number of redelivered messages */
            count: number;
        };
        HookEvent: {
            code: string;
            category: string;
            description: string;
            /** @description JSON Schema of the payload */
            schema: {
                [key: string]: unknown;
            };
        };
        HooksEvents: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            /** @description In lists from Charter’s copy of the suite: why the copy may be outdated */
            "@charter.notices"?: components["schemas"]["SuiteNotice"][];
            value: components["schemas"]["HookEvent"][];
        };
        HookSignatureRequest: {
            secret: string;
            /** @description The message as JSON */
            payload: {
                [key: string]: unknown;
            };
        };
        HookSignature: {
            "@odata.context": string;
            /** @description Hexadecimal HMAC-SHA-256 of JSON.stringify(payload) */
            signature: string;
        };
    };
    responses: {
        /** @description Path, query or body violate their schema, or the request violates a policy */
        InvalidRequest: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "InvalidRequest",
                 *         "message": "Path, query or body violate their schema, or the request violates a policy.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not authenticated */
        Unauthenticated: {
            headers: {
                "request-id": components["headers"]["request-id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "Unauthenticated",
                 *         "message": "The caller is not authenticated.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller may not do this */
        Forbidden: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "Forbidden",
                 *         "message": "The caller may not do this.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The resource does not exist, or the caller may not see it */
        NotFound: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "NotFound",
                 *         "message": "The resource does not exist, or the caller may not see it.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller does not accept application/json */
        NotAcceptable: {
            headers: {
                "request-id": components["headers"]["request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "NotAcceptable",
                 *         "message": "The caller does not accept application/json.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The current state does not allow it, or the same request is in progress */
        Conflict: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "Conflict",
                 *         "message": "The current state does not allow it, or the same request is in progress.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The resource has changed since the ETag of If-Match */
        PreconditionFailed: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "PreconditionFailed",
                 *         "message": "The resource has changed since the ETag of If-Match.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is larger than 1 MiB */
        PayloadTooLarge: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "PayloadTooLarge",
                 *         "message": "The body is larger than 1 MiB.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not application/json */
        UnsupportedMediaType: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "UnsupportedMediaType",
                 *         "message": "The body is not application/json.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The Idempotency-Key was used for another request */
        IdempotencyKeyReused: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "IdempotencyKeyReused",
                 *         "message": "The Idempotency-Key was used for another request.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The rate limit is exceeded */
        TooManyRequests: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "TooManyRequests",
                 *         "message": "The rate limit is exceeded.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed and logged the error */
        InternalError: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "InternalError",
                 *         "message": "The service failed and logged the error.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The collaboration suite failed */
        SuiteError: {
            headers: {
                "request-id": components["headers"]["request-id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "SuiteError",
                 *         "message": "The collaboration suite failed.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service is busy or not ready */
        ServiceUnavailable: {
            headers: {
                "request-id": components["headers"]["request-id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "ServiceUnavailable",
                 *         "message": "The service is busy or not ready.",
                 *         "innerError": {
                 *           "date": "2026-11-21T08:00:00.000Z",
                 *           "request-id": "0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the call in the log of the service
         * @example 0b9f3a0e-3f0e-4c69-9a53-2f8f6f1f0c11
         */
        "request-id": string;
        /**
         * @description Calls left in the window, and seconds until it ends
         * @example "tier-3";r=58;t=60
         */
        RateLimit: string;
        /**
         * @description Limits in force: calls and seconds
         * @example "tier-3";q=60;w=60, "all";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Calls allowed in the window
         * @example 60
         */
        "X-RateLimit-Limit": string;
        /**
         * @description Calls left in the window
         * @example 58
         */
        "X-RateLimit-Remaining": string;
        /**
         * @description Seconds after which the call may succeed
         * @example 7
         */
        "Retry-After": string;
        /**
         * @description Ways to authenticate
         * @example Bearer realm="charter", Basic realm="charter"
         */
        "WWW-Authenticate": string;
        /**
         * @description Version of the resource, for If-Match
         * @example "7"
         */
        ETag: string;
        /**
         * @description The preference that the response follows
         * @example include-unknown-enum-members
         */
        "Preference-Applied": string;
        /**
         * @description URL of what was created or started
         * @example /v1.0/jobs/019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10
         */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getTeamMembers: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Prefixes of words in the name, mail or user principal name
                 * @example ann lee
                 */
                $search?: string;
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "userId": "userId",
                     *           "displayName": "Product launch",
                     *           "email": "ada@fabrikam.example",
                     *           "roles": [
                     *             "role"
                     *           ],
                     *           "permanent": [
                     *             {
                     *               "role": "owner",
                     *               "source": {
                     *                 "type": "template",
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamMembers"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": {
                 *         "id": "ada@fabrikam.example"
                 *       },
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["TeamMembershipPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "userId": "userId",
                     *       "displayName": "Product launch",
                     *       "email": "ada@fabrikam.example",
                     *       "roles": [
                     *         "role"
                     *       ],
                     *       "permanent": [
                     *         {
                     *           "role": "owner",
                     *           "source": {
                     *             "type": "template",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "shouldSetSpoSiteReadOnlyForMembers": true
                 *     }
                 */
                "application/json": components["schemas"]["ArchiveTeamPayload"] | null;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *         "displayName": "Product launch",
                     *         "description": "Plans and files of the product launch",
                     *         "membershipType": "standard"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TeamChannel"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTeamChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Product launch",
                 *       "description": "Plans and files of the product launch",
                 *       "membershipType": "standard",
                 *       "members": [
                 *         {
                 *           "user": {
                 *             "id": "ada@fabrikam.example"
                 *           },
                 *           "role": "owner"
                 *         }
                 *       ],
                 *       "isFavoriteByDefault": true
                 *     }
                 */
                "application/json": components["schemas"]["TeamChannelPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "displayName": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "membershipType": "standard"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamChannel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamChannelTabs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The channel’s id */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch",
                     *         "configuration": {
                     *           "entityId": "entityId",
                     *           "contentUrl": "https://wiki.fabrikam.example/launch",
                     *           "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *           "removeUrl": "https://wiki.fabrikam.example/launch"
                     *         },
                     *         "teamsApp": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "externalId": "externalId",
                     *           "displayName": "Product launch",
                     *           "distributionMethod": "distributionMethod"
                     *         },
                     *         "sortOrderIndex": "10000",
                     *         "webUrl": "https://teams.example.com/product-launch"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TeamChannelTab"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTeamChannelTab: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The channel’s id */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Launch plan",
                 *       "teamsApp": {
                 *         "id": "com.microsoft.teamspace.tab.web"
                 *       },
                 *       "configuration": {
                 *         "contentUrl": "https://wiki.fabrikam.example/launch"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamChannelTabPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "displayName": "Product launch",
                     *       "configuration": {
                     *         "entityId": "entityId",
                     *         "contentUrl": "https://wiki.fabrikam.example/launch",
                     *         "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *         "removeUrl": "https://wiki.fabrikam.example/launch"
                     *       },
                     *       "teamsApp": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "externalId": "externalId",
                     *         "displayName": "Product launch",
                     *         "distributionMethod": "distributionMethod"
                     *       },
                     *       "sortOrderIndex": "10000",
                     *       "webUrl": "https://teams.example.com/product-launch"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamChannelTab"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTeamProvisioningJob: {
        parameters: {
            query?: {
                /** @description `true` answers 200 with the plan and its verdicts, and changes nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "name": "Product launch",
                 *         "description": "Plans and files of the product launch",
                 *         "welcomeMessage": "Welcome to the product launch.",
                 *         "membership": {
                 *           "members": [
                 *             {
                 *               "id": "ada@fabrikam.example"
                 *             }
                 *           ],
                 *           "owners": [
                 *             {
                 *               "id": "ada@fabrikam.example"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "metadata": {
                 *         "costCentre": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamProvisioningRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "name": "Product launch",
                     *       "mailNickname": "product-launch",
                     *       "description": "Plans and files of the product launch",
                     *       "welcomeMessage": "Welcome to the product launch.",
                     *       "classification": "Internal",
                     *       "picture": {
                     *         "contentType": "contentType",
                     *         "bytes": 1
                     *       },
                     *       "primaryChannelTabs": [
                     *         {
                     *           "displayName": "Product launch",
                     *           "teamsAppId": "teamsAppId",
                     *           "configuration": {
                     *             "entityId": "entityId",
                     *             "contentUrl": "https://wiki.fabrikam.example/launch",
                     *             "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *             "removeUrl": "https://wiki.fabrikam.example/launch"
                     *           },
                     *           "sortOrderIndex": "10000"
                     *         }
                     *       ],
                     *       "visibility": "private",
                     *       "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "channels": [
                     *         {
                     *           "displayName": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "ownerId": "ownerId",
                     *           "membershipType": "standard",
                     *           "tabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "owners": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "members": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "permanentOwners": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "permanentMembers": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "omissions": [
                     *         {
                     *           "feature": "feature",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ],
                     *       "notices": [
                     *         {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ],
                     *       "answers": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "title": "title",
                     *           "type": "text",
                     *           "value": "value",
                     *           "text": "Your team Product launch is ready."
                     *         }
                     *       ],
                     *       "steps": [
                     *         "step"
                     *       ],
                     *       "approvalConditions": [
                     *         {
                     *           "stage": 1,
                     *           "when": "when",
                     *           "outcome": "met",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ],
                     *       "verdicts": [
                     *         {
                     *           "policy": "policy",
                     *           "outcome": "passed",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "targets": [
                     *             "team.name"
                     *           ]
                     *         }
                     *       ],
                     *       "reports": [
                     *         {
                     *           "policy": "policy",
                     *           "source": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           },
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProvisioningPlan"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of your copy; 304 when it is current */
                "if-none-match"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "displayName": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "internalId": "internalId",
                     *       "classification": "Internal",
                     *       "specialization": "specialization",
                     *       "visibility": "private",
                     *       "webUrl": "https://teams.example.com/product-launch",
                     *       "isArchived": true,
                     *       "isMembershipLimitedToOwners": true,
                     *       "discoverySettings": {
                     *         "showInTeamsSearchAndSuggestions": true
                     *       },
                     *       "memberSettings": {
                     *         "allowCreateUpdateChannels": true,
                     *         "allowCreatePrivateChannels": true,
                     *         "allowDeleteChannels": true,
                     *         "allowAddRemoveApps": true,
                     *         "allowCreateUpdateRemoveTabs": true,
                     *         "allowCreateUpdateRemoveConnectors": true
                     *       },
                     *       "guestSettings": {
                     *         "allowCreateUpdateChannels": true,
                     *         "allowDeleteChannels": true
                     *       },
                     *       "messagingSettings": {
                     *         "allowUserEditMessages": true,
                     *         "allowUserDeleteMessages": true,
                     *         "allowOwnerDeleteMessages": true,
                     *         "allowTeamMentions": true,
                     *         "allowChannelMentions": true
                     *       },
                     *       "funSettings": {
                     *         "allowGiphy": true,
                     *         "giphyContentRating": "strict",
                     *         "allowStickersAndMemes": true,
                     *         "allowCustomMemes": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Team"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the team you read; 412 when the team has changed */
                "if-match"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Plans of the launch",
                 *       "memberSettings": {
                 *         "allowDeleteChannels": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamPrimaryChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "displayName": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "membershipType": "standard"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamChannel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unarchiveTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCatalogTemplates: {
        parameters: {
            query?: {
                /** @description Prefix of a language: `en` matches `en-US`; `*` matches all */
                language?: string;
            };
            header?: {
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "templateConfiguration": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch",
                     *             "description": "Plans and files of the product launch",
                     *             "pictureUrl": "pictureUrl",
                     *             "language": "en-US",
                     *             "enabled": true,
                     *             "system": true,
                     *             "singleton": true,
                     *             "domId": "domId",
                     *             "approval": {
                     *               "requireApproval": true,
                     *               "approvalTeam": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "stages": [
                     *                 {
                     *                   "approvers": [
                     *                     {
                     *                       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                       "name": "Product launch"
                     *                     }
                     *                   ],
                     *                   "manager": true,
                     *                   "managerLevel": 1,
                     *                   "require": "any",
                     *                   "when": "when"
                     *                 }
                     *               ]
                     *             },
                     *             "permanentMembership": {
                     *               "members": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "owners": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ]
                     *             },
                     *             "audienceTargeting": {
                     *               "enabled": true,
                     *               "rules": "rules",
                     *               "rulesWithTags": "rulesWithTags"
                     *             },
                     *             "version": "1",
                     *             "categories": [
                     *               "categorie"
                     *             ],
                     *             "tags": [
                     *               "tag"
                     *             ],
                     *             "mandatoryMembership": {
                     *               "owners": 1,
                     *               "members": 1
                     *             },
                     *             "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "lifecycle": {
                     *               "enabled": true,
                     *               "inactivityDays": 7,
                     *               "graceDays": 7,
                     *               "action": "None"
                     *             },
                     *             "questions": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "type": "text",
                     *                 "title": "title",
                     *                 "help": "help",
                     *                 "required": true,
                     *                 "default": "default",
                     *                 "options": [
                     *                   "option"
                     *                 ],
                     *                 "pattern": "pattern",
                     *                 "minimum": "minimum",
                     *                 "maximum": "maximum",
                     *                 "when": "when",
                     *                 "section": "section"
                     *               }
                     *             ]
                     *           },
                     *           "clonedTeam": {
                     *             "teamId": "teamId",
                     *             "teamName": "teamName",
                     *             "includeApps": true,
                     *             "includeTabs": true,
                     *             "includeSettings": true,
                     *             "includeChannels": true,
                     *             "includeMembers": true
                     *           },
                     *           "newTeam": {
                     *             "namingConvention": "namingConvention",
                     *             "namingConventionWithTags": "namingConventionWithTags",
                     *             "emailConvention": "emailConvention",
                     *             "emailConventionWithTags": "emailConventionWithTags",
                     *             "descriptionConvention": "descriptionConvention",
                     *             "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *             "welcomeMessageConvention": "welcomeMessageConvention",
                     *             "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *             "defaultName": "defaultName",
                     *             "defaultDescription": "defaultDescription",
                     *             "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *             "teamPrivacy": "private",
                     *             "addRequesterAsTeamOwner": true
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplates"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    applyCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template you read; 412 when the template has changed */
                "if-match"?: string;
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "manifest": "id: project\nname: Project\n",
                 *       "format": "json",
                 *       "files": {}
                 *     }
                 */
                "application/json": components["schemas"]["TemplateManifestPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "created",
                     *       "template": {
                     *         "templateConfiguration": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "pictureUrl": "pictureUrl",
                     *           "language": "en-US",
                     *           "enabled": true,
                     *           "system": true,
                     *           "singleton": true,
                     *           "domId": "domId",
                     *           "approval": {
                     *             "requireApproval": true,
                     *             "approvalTeam": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ],
                     *             "stages": [
                     *               {
                     *                 "approvers": [
                     *                   {
                     *                     "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                     "name": "Product launch"
                     *                   }
                     *                 ],
                     *                 "manager": true,
                     *                 "managerLevel": 1,
                     *                 "require": "any",
                     *                 "when": "when"
                     *               }
                     *             ]
                     *           },
                     *           "permanentMembership": {
                     *             "members": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ],
                     *             "owners": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ]
                     *           },
                     *           "audienceTargeting": {
                     *             "enabled": true,
                     *             "rules": "rules",
                     *             "rulesWithTags": "rulesWithTags"
                     *           },
                     *           "version": "1",
                     *           "categories": [
                     *             "categorie"
                     *           ],
                     *           "tags": [
                     *             "tag"
                     *           ],
                     *           "mandatoryMembership": {
                     *             "owners": 1,
                     *             "members": 1
                     *           },
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "lifecycle": {
                     *             "enabled": true,
                     *             "inactivityDays": 7,
                     *             "graceDays": 7,
                     *             "action": "None"
                     *           },
                     *           "questions": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "type": "text",
                     *               "title": "title",
                     *               "help": "help",
                     *               "required": true,
                     *               "default": "default",
                     *               "options": [
                     *                 "option"
                     *               ],
                     *               "pattern": "pattern",
                     *               "minimum": "minimum",
                     *               "maximum": "maximum",
                     *               "when": "when",
                     *               "section": "section"
                     *             }
                     *           ]
                     *         },
                     *         "clonedTeam": {
                     *           "teamId": "teamId",
                     *           "teamName": "teamName",
                     *           "includeApps": true,
                     *           "includeTabs": true,
                     *           "includeSettings": true,
                     *           "includeChannels": true,
                     *           "includeMembers": true
                     *         },
                     *         "newTeam": {
                     *           "namingConvention": "namingConvention",
                     *           "namingConventionWithTags": "namingConventionWithTags",
                     *           "emailConvention": "emailConvention",
                     *           "emailConventionWithTags": "emailConventionWithTags",
                     *           "descriptionConvention": "descriptionConvention",
                     *           "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *           "welcomeMessageConvention": "welcomeMessageConvention",
                     *           "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *           "defaultName": "defaultName",
                     *           "defaultDescription": "defaultDescription",
                     *           "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *           "teamPrivacy": "private",
                     *           "addRequesterAsTeamOwner": true
                     *         }
                     *       },
                     *       "warnings": [
                     *         {
                     *           "path": "path",
                     *           "message": "Approved for the launch."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedTemplate"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMyCatalogTemplates: {
        parameters: {
            query?: {
                /** @description Prefix of a language: `en` matches `en-US`; `*` matches all */
                language?: string;
            };
            header?: {
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "templateConfiguration": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch",
                     *             "description": "Plans and files of the product launch",
                     *             "pictureUrl": "pictureUrl",
                     *             "language": "en-US",
                     *             "enabled": true,
                     *             "system": true,
                     *             "singleton": true,
                     *             "domId": "domId",
                     *             "approval": {
                     *               "requireApproval": true,
                     *               "approvalTeam": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "stages": [
                     *                 {
                     *                   "approvers": [
                     *                     {
                     *                       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                       "name": "Product launch"
                     *                     }
                     *                   ],
                     *                   "manager": true,
                     *                   "managerLevel": 1,
                     *                   "require": "any",
                     *                   "when": "when"
                     *                 }
                     *               ]
                     *             },
                     *             "permanentMembership": {
                     *               "members": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "owners": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ]
                     *             },
                     *             "audienceTargeting": {
                     *               "enabled": true,
                     *               "rules": "rules",
                     *               "rulesWithTags": "rulesWithTags"
                     *             },
                     *             "version": "1",
                     *             "categories": [
                     *               "categorie"
                     *             ],
                     *             "tags": [
                     *               "tag"
                     *             ],
                     *             "mandatoryMembership": {
                     *               "owners": 1,
                     *               "members": 1
                     *             },
                     *             "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "lifecycle": {
                     *               "enabled": true,
                     *               "inactivityDays": 7,
                     *               "graceDays": 7,
                     *               "action": "None"
                     *             },
                     *             "questions": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "type": "text",
                     *                 "title": "title",
                     *                 "help": "help",
                     *                 "required": true,
                     *                 "default": "default",
                     *                 "options": [
                     *                   "option"
                     *                 ],
                     *                 "pattern": "pattern",
                     *                 "minimum": "minimum",
                     *                 "maximum": "maximum",
                     *                 "when": "when",
                     *                 "section": "section"
                     *               }
                     *             ]
                     *           },
                     *           "clonedTeam": {
                     *             "teamId": "teamId",
                     *             "teamName": "teamName",
                     *             "includeApps": true,
                     *             "includeTabs": true,
                     *             "includeSettings": true,
                     *             "includeChannels": true,
                     *             "includeMembers": true
                     *           },
                     *           "newTeam": {
                     *             "namingConvention": "namingConvention",
                     *             "namingConventionWithTags": "namingConventionWithTags",
                     *             "emailConvention": "emailConvention",
                     *             "emailConventionWithTags": "emailConventionWithTags",
                     *             "descriptionConvention": "descriptionConvention",
                     *             "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *             "welcomeMessageConvention": "welcomeMessageConvention",
                     *             "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *             "defaultName": "defaultName",
                     *             "defaultDescription": "defaultDescription",
                     *             "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *             "teamPrivacy": "private",
                     *             "addRequesterAsTeamOwner": true
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplates"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMyLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "color": "#0078D4",
                     *           "sensitivity": 1,
                     *           "tooltip": "tooltip",
                     *           "isActive": true,
                     *           "parent": "parent"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Labels"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Prefixes of words in the name, mail or user principal name
                 * @example ann lee
                 */
                $search?: string;
                /**
                 * @description `eq` and `startswith` over the fields of a user, joined by `and`
                 * @example startswith(displayName,'A') and userType eq 'Guest'
                 */
                $filter?: string;
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "givenName": "Ada",
                     *           "surname": "Lovelace",
                     *           "mail": "ada@fabrikam.example",
                     *           "userPrincipalName": "ada@fabrikam.example",
                     *           "jobTitle": "jobTitle",
                     *           "department": "Marketing",
                     *           "companyName": "Fabrikam",
                     *           "city": "city",
                     *           "country": "country",
                     *           "usageLocation": "usageLocation",
                     *           "preferredLanguage": "en-US",
                     *           "userType": "Member",
                     *           "accountEnabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Users"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuditTrails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "code": "teams",
                     *           "category": "category",
                     *           "fields": [
                     *             "field"
                     *           ],
                     *           "types": [
                     *             "type"
                     *           ],
                     *           "tenantId": "fabrikam",
                     *           "retentionDays": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditTrails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuditTrailRecords: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description `eq` over `type`, `actor/id` and `target/id`; `eq`, `ge`, `gt`, `le`, `lt` over `time` and `sequence`; joined by `and`
                 * @example time ge 2026-11-01T00:00:00Z and actor/id eq 'ada'
                 */
                $filter?: string;
                /** @description `time desc`, newest first, by default. `sequence` is the order of the chain */
                $orderby?: "time desc" | "time asc" | "sequence desc" | "sequence asc";
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path: {
                /** @description Code of the audit trail */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "type": "team_created",
                     *           "actor": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "kind": "user",
                     *             "displayName": "Product launch"
                     *           },
                     *           "target": {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "requestId": "requestId",
                     *           "outcome": "success",
                     *           "sequence": 1,
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "sealed": [
                     *             {
                     *               "at": "/actor/displayName",
                     *               "of": "of",
                     *               "text": "Your team Product launch is ready.",
                     *               "erased": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditTrailRecords"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveTeamCreation: {
        parameters: {
            query?: {
                /** @description `true` answers 200 with the plan and its verdicts, and changes nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch.",
                 *       "approver": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "updates": {
                 *         "name": "Product launch",
                 *         "description": "Plans and files of the product launch",
                 *         "welcomeMessage": "Welcome to the product launch.",
                 *         "membership": {
                 *           "members": [
                 *             {
                 *               "id": "ada@fabrikam.example"
                 *             }
                 *           ],
                 *           "owners": [
                 *             {
                 *               "id": "ada@fabrikam.example"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "stage": 1
                 *     }
                 */
                "application/json": components["schemas"]["ApprovedApprovalResponsePayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rejectTeamCreation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch.",
                 *       "approver": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RejectedApprovalResponsePayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkAnswers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "name": "Product launch",
                 *         "description": "Plans and files of the product launch",
                 *         "welcomeMessage": "Welcome to the product launch."
                 *       },
                 *       "metadata": {
                 *         "costCentre": "4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TeamProvisioningAnswersDraft"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "questions": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "isShown": true,
                     *           "isDefault": true,
                     *           "value": "value",
                     *           "text": "Your team Product launch is ready.",
                     *           "problem": {
                     *             "code": "code",
                     *             "message": "Approved for the launch.",
                     *             "messageCode": "messageCode"
                     *           }
                     *         }
                     *       ],
                     *       "problems": [
                     *         {
                     *           "target": "metadata.costCentre",
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamProvisioningAnswers"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMyTeams: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Parts of words in the name
                 * @example harbour tun
                 */
                $search?: string;
                /**
                 * @description `eq` over `id`, `isArchived`, `visibility`, `sensitivityLabelId`, `template/id`, `isGoverned` (Charter made the team, or it has a policy) and `lifecycleState`; `eq`, `ge`, `gt`, `le`, `lt` over `ownerCount`, `memberCount` and `lastActivityDateTime`; joined by `and`
                 * @example isArchived eq false and ownerCount lt 2 and lastActivityDateTime lt 2026-09-01
                 */
                $filter?: string;
                /** @description `displayName asc` by default */
                $orderby?: "displayName asc" | "displayName desc" | "lastActivityDateTime asc" | "lastActivityDateTime desc";
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "displayName": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "visibility": "private",
                     *           "webUrl": "https://teams.example.com/product-launch",
                     *           "isArchived": true,
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "ownerCount": 1,
                     *           "memberCount": 1,
                     *           "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *           "role": "owner",
                     *           "isGoverned": true,
                     *           "template": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           },
                     *           "lifecycleState": "active",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiryAction": "None"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Teams"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMyTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "displayName": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "internalId": "internalId",
                     *       "classification": "Internal",
                     *       "specialization": "specialization",
                     *       "visibility": "private",
                     *       "webUrl": "https://teams.example.com/product-launch",
                     *       "isArchived": true,
                     *       "isMembershipLimitedToOwners": true,
                     *       "discoverySettings": {
                     *         "showInTeamsSearchAndSuggestions": true
                     *       },
                     *       "memberSettings": {
                     *         "allowCreateUpdateChannels": true,
                     *         "allowCreatePrivateChannels": true,
                     *         "allowDeleteChannels": true,
                     *         "allowAddRemoveApps": true,
                     *         "allowCreateUpdateRemoveTabs": true,
                     *         "allowCreateUpdateRemoveConnectors": true
                     *       },
                     *       "guestSettings": {
                     *         "allowCreateUpdateChannels": true,
                     *         "allowDeleteChannels": true
                     *       },
                     *       "messagingSettings": {
                     *         "allowUserEditMessages": true,
                     *         "allowUserDeleteMessages": true,
                     *         "allowOwnerDeleteMessages": true,
                     *         "allowTeamMentions": true,
                     *         "allowChannelMentions": true
                     *       },
                     *       "funSettings": {
                     *         "allowGiphy": true,
                     *         "giphyContentRating": "strict",
                     *         "allowStickersAndMemes": true,
                     *         "allowCustomMemes": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMyTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the team you read; 412 when the team has changed */
                "if-match"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Harbour tunnel"
                 *     }
                 */
                "application/json": components["schemas"]["MyTeamUpdate"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeams: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Parts of words in the name
                 * @example harbour tun
                 */
                $search?: string;
                /**
                 * @description `eq` over `id`, `isArchived`, `visibility`, `sensitivityLabelId`, `template/id`, `isGoverned` (Charter made the team, or it has a policy) and `lifecycleState`; `eq`, `ge`, `gt`, `le`, `lt` over `ownerCount`, `memberCount` and `lastActivityDateTime`; joined by `and`
                 * @example isArchived eq false and ownerCount lt 2 and lastActivityDateTime lt 2026-09-01
                 */
                $filter?: string;
                /** @description `displayName asc` by default */
                $orderby?: "displayName asc" | "displayName desc" | "lastActivityDateTime asc" | "lastActivityDateTime desc";
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "displayName": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "visibility": "private",
                     *           "webUrl": "https://teams.example.com/product-launch",
                     *           "isArchived": true,
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "ownerCount": 1,
                     *           "memberCount": 1,
                     *           "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *           "role": "owner",
                     *           "isGoverned": true,
                     *           "template": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           },
                     *           "lifecycleState": "active",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiryAction": "None"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Teams"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTeamBulkJob: {
        parameters: {
            query?: {
                /** @description `true` answers 200 with the plan and its verdicts, and changes nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "archive",
                 *       "ids": [
                 *         "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       ],
                 *       "filter": "isArchived eq false and lastActivityDateTime lt 2026-01-01",
                 *       "search": "search",
                 *       "scope": "all",
                 *       "parameters": {
                 *         "shouldSetSpoSiteReadOnlyForMembers": true,
                 *         "policyId": "policyId",
                 *         "user": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *         }
                 *       },
                 *       "cap": 1
                 *     }
                 */
                "application/json": components["schemas"]["TeamBulkRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "action": "archive",
                     *       "count": 1,
                     *       "affected": 1,
                     *       "teams": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "outcome": "done",
                     *           "code": "code"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamBulkPreview"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addTeamMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "values": [
                 *         {
                 *           "user": {
                 *             "id": "ada@fabrikam.example"
                 *           },
                 *           "role": "owner"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TeamMembersPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "value": [
                     *         {
                     *           "userId": "userId",
                     *           "member": {
                     *             "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "userId": "userId",
                     *             "displayName": "Product launch",
                     *             "email": "ada@fabrikam.example",
                     *             "roles": [
                     *               "role"
                     *             ],
                     *             "permanent": [
                     *               {
                     *                 "role": "owner",
                     *                 "source": {
                     *                   "type": "template",
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "error": {
                     *             "code": "code",
                     *             "message": "Approved for the launch.",
                     *             "messageCode": "messageCode"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AddedTeamMembers"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The membership’s id, from getTeamMembers */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The membership’s id, from getTeamMembers */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["TeamMemberUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "userId": "userId",
                     *       "displayName": "Product launch",
                     *       "email": "ada@fabrikam.example",
                     *       "roles": [
                     *         "role"
                     *       ],
                     *       "permanent": [
                     *         {
                     *           "role": "owner",
                     *           "source": {
                     *             "type": "template",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamHistory: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "type": "team_created",
                     *           "actor": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "kind": "user",
                     *             "displayName": "Product launch"
                     *           },
                     *           "target": {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "requestId": "requestId",
                     *           "outcome": "success",
                     *           "sequence": 1,
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "sealed": [
                     *             {
                     *               "at": "/actor/displayName",
                     *               "of": "of",
                     *               "text": "Your team Product launch is ready.",
                     *               "erased": true
                     *             }
                     *           ],
                     *           "trail": "teams"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamHistory"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "role": "owner",
                     *       "operations": [
                     *         "getTeamChannels",
                     *         "updateTeamChannel"
                     *       ],
                     *       "channelTypes": [
                     *         "standard"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TeamPermissions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTeamChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The channel’s id */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTeamChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The channel’s id */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Launch",
                 *       "description": "Everything about the launch"
                 *     }
                 */
                "application/json": components["schemas"]["TeamChannelUpdate"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTeamChannelTab: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
                /** @description The channel’s id */
                channelId: string;
                /** @description The tab’s id */
                tabId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "kind": "user",
                     *       "displayName": "Ada Lovelace",
                     *       "userPrincipalName": "ada@fabrikam.example",
                     *       "mail": "ada@fabrikam.example",
                     *       "locale": "en-US",
                     *       "tenant": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch",
                     *         "defaultDomainName": "fabrikam.example"
                     *       },
                     *       "roles": [
                     *         "AUTHENTICATED_USER"
                     *       ],
                     *       "operations": [
                     *         "getMe",
                     *         "getTeam"
                     *       ],
                     *       "notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description Number of weeks, with the present one; 12 by default */
                weeks?: 12 | 26;
                /** @description Days without activity after which a team counts as inactive; 90 by default */
                inactiveDays?: 30 | 90 | 180;
                /**
                 * @description IANA name of the time zone in which weeks begin; UTC by default
                 * @example Europe/Berlin
                 */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "atDateTime": "2026-11-21T08:00:00.000Z",
                     *       "weeks": [
                     *         {
                     *           "start": "2026-11-16",
                     *           "completed": 1,
                     *           "failed": 1,
                     *           "rejected": 1,
                     *           "withdrawn": 1,
                     *           "open": 1
                     *         }
                     *       ],
                     *       "approval": {
                     *         "p50": 3600,
                     *         "p95": 3600
                     *       },
                     *       "completion": {
                     *         "p50": 3600,
                     *         "p95": 3600
                     *       },
                     *       "failures": [
                     *         {
                     *           "step": "createChannels",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "teams": {
                     *         "active": 1,
                     *         "inactive": 1,
                     *         "archived": 1,
                     *         "inactiveDays": 1
                     *       },
                     *       "waiting": {
                     *         "approvals": 1,
                     *         "approvers": [
                     *           {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch",
                     *             "count": 1,
                     *             "oldestDateTime": "2026-11-21T08:00:00.000Z"
                     *           }
                     *         ],
                     *         "renewals": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportCatalogTemplate: {
        parameters: {
            query?: {
                format?: "json" | "yaml";
            };
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "json",
                     *       "text": "Your team Product launch is ready."
                     *     }
                     */
                    "application/json": components["schemas"]["ExportedManifest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "manifest": "id: project\nname: Project\n",
                 *       "format": "json",
                 *       "files": {},
                 *       "person": "person",
                 *       "request": {
                 *         "name": "Product launch",
                 *         "description": "Plans and files of the product launch",
                 *         "welcomeMessage": "Welcome to the product launch.",
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       },
                 *       "people": [
                 *         "people"
                 *       ],
                 *       "groups": [
                 *         "group"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CatalogTemplateCheckPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "created",
                     *       "errors": [
                     *         {
                     *           "path": "newTeam.namingConvention",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "line": 1,
                     *           "column": 1
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "path": "newTeam.namingConvention",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "line": 1,
                     *           "column": 1
                     *         }
                     *       ],
                     *       "texts": {
                     *         "name": {
                     *           "text": "Your team Product launch is ready.",
                     *           "error": "error",
                     *           "convention": "namingConvention"
                     *         },
                     *         "mailNickname": {
                     *           "text": "Your team Product launch is ready.",
                     *           "error": "error",
                     *           "convention": "namingConvention"
                     *         },
                     *         "description": {
                     *           "text": "Your team Product launch is ready.",
                     *           "error": "error",
                     *           "convention": "namingConvention"
                     *         },
                     *         "welcomeMessage": {
                     *           "text": "Your team Product launch is ready.",
                     *           "error": "error",
                     *           "convention": "namingConvention"
                     *         }
                     *       },
                     *       "audience": [
                     *         {
                     *           "person": "person",
                     *           "user": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "isIncluded": true,
                     *           "reason": "everybody",
                     *           "error": "error"
                     *         }
                     *       ],
                     *       "audienceGroups": [
                     *         {
                     *           "group": "group",
                     *           "displayName": "Product launch",
                     *           "isComplete": true,
                     *           "members": [
                     *             {
                     *               "person": "person",
                     *               "user": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "displayName": "Product launch"
                     *               },
                     *               "isIncluded": true,
                     *               "reason": "everybody",
                     *               "error": "error"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "template": {
                     *         "templateConfiguration": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "pictureUrl": "pictureUrl",
                     *           "language": "en-US",
                     *           "enabled": true,
                     *           "system": true,
                     *           "singleton": true,
                     *           "domId": "domId",
                     *           "approval": {
                     *             "requireApproval": true,
                     *             "approvalTeam": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ],
                     *             "stages": [
                     *               {
                     *                 "approvers": [
                     *                   {
                     *                     "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                     "name": "Product launch"
                     *                   }
                     *                 ],
                     *                 "manager": true,
                     *                 "managerLevel": 1,
                     *                 "require": "any",
                     *                 "when": "when"
                     *               }
                     *             ]
                     *           },
                     *           "permanentMembership": {
                     *             "members": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ],
                     *             "owners": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               }
                     *             ]
                     *           },
                     *           "audienceTargeting": {
                     *             "enabled": true,
                     *             "rules": "rules",
                     *             "rulesWithTags": "rulesWithTags"
                     *           },
                     *           "version": "1",
                     *           "categories": [
                     *             "categorie"
                     *           ],
                     *           "tags": [
                     *             "tag"
                     *           ],
                     *           "mandatoryMembership": {
                     *             "owners": 1,
                     *             "members": 1
                     *           },
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "lifecycle": {
                     *             "enabled": true,
                     *             "inactivityDays": 7,
                     *             "graceDays": 7,
                     *             "action": "None"
                     *           },
                     *           "questions": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "type": "text",
                     *               "title": "title",
                     *               "help": "help",
                     *               "required": true,
                     *               "default": "default",
                     *               "options": [
                     *                 "option"
                     *               ],
                     *               "pattern": "pattern",
                     *               "minimum": "minimum",
                     *               "maximum": "maximum",
                     *               "when": "when",
                     *               "section": "section"
                     *             }
                     *           ]
                     *         },
                     *         "clonedTeam": {
                     *           "teamId": "teamId",
                     *           "teamName": "teamName",
                     *           "includeApps": true,
                     *           "includeTabs": true,
                     *           "includeSettings": true,
                     *           "includeChannels": true,
                     *           "includeMembers": true
                     *         },
                     *         "newTeam": {
                     *           "namingConvention": "namingConvention",
                     *           "namingConventionWithTags": "namingConventionWithTags",
                     *           "emailConvention": "emailConvention",
                     *           "emailConventionWithTags": "emailConventionWithTags",
                     *           "descriptionConvention": "descriptionConvention",
                     *           "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *           "welcomeMessageConvention": "welcomeMessageConvention",
                     *           "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *           "defaultName": "defaultName",
                     *           "defaultDescription": "defaultDescription",
                     *           "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *           "teamPrivacy": "private",
                     *           "addRequesterAsTeamOwner": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplateCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "templateConfiguration": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch",
                     *         "description": "Plans and files of the product launch",
                     *         "pictureUrl": "pictureUrl",
                     *         "language": "en-US",
                     *         "enabled": true,
                     *         "system": true,
                     *         "singleton": true,
                     *         "domId": "domId",
                     *         "approval": {
                     *           "requireApproval": true,
                     *           "approvalTeam": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ],
                     *           "stages": [
                     *             {
                     *               "approvers": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "manager": true,
                     *               "managerLevel": 1,
                     *               "require": "any",
                     *               "when": "when"
                     *             }
                     *           ]
                     *         },
                     *         "permanentMembership": {
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ],
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ]
                     *         },
                     *         "audienceTargeting": {
                     *           "enabled": true,
                     *           "rules": "rules",
                     *           "rulesWithTags": "rulesWithTags"
                     *         },
                     *         "version": "1",
                     *         "categories": [
                     *           "categorie"
                     *         ],
                     *         "tags": [
                     *           "tag"
                     *         ],
                     *         "mandatoryMembership": {
                     *           "owners": 1,
                     *           "members": 1
                     *         },
                     *         "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "lifecycle": {
                     *           "enabled": true,
                     *           "inactivityDays": 7,
                     *           "graceDays": 7,
                     *           "action": "None"
                     *         },
                     *         "questions": [
                     *           {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "type": "text",
                     *             "title": "title",
                     *             "help": "help",
                     *             "required": true,
                     *             "default": "default",
                     *             "options": [
                     *               "option"
                     *             ],
                     *             "pattern": "pattern",
                     *             "minimum": "minimum",
                     *             "maximum": "maximum",
                     *             "when": "when",
                     *             "section": "section"
                     *           }
                     *         ]
                     *       },
                     *       "clonedTeam": {
                     *         "teamId": "teamId",
                     *         "teamName": "teamName",
                     *         "includeApps": true,
                     *         "includeTabs": true,
                     *         "includeSettings": true,
                     *         "includeChannels": true,
                     *         "includeMembers": true
                     *       },
                     *       "newTeam": {
                     *         "namingConvention": "namingConvention",
                     *         "namingConventionWithTags": "namingConventionWithTags",
                     *         "emailConvention": "emailConvention",
                     *         "emailConventionWithTags": "emailConventionWithTags",
                     *         "descriptionConvention": "descriptionConvention",
                     *         "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *         "welcomeMessageConvention": "welcomeMessageConvention",
                     *         "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *         "defaultName": "defaultName",
                     *         "defaultDescription": "defaultDescription",
                     *         "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *         "teamPrivacy": "private",
                     *         "addRequesterAsTeamOwner": true
                     *       },
                     *       "revision": 1,
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "changedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "changedBy": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplateDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template you read; 412 when the template has changed */
                "if-match"?: string;
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template you read; 412 when the template has changed */
                "if-match"?: string;
                /** @description `include-unknown-enum-members` gives the enumerated values after `unknownFutureValue`, which otherwise stands for them. */
                Prefer?: string;
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["CatalogTemplateUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "templateConfiguration": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch",
                     *         "description": "Plans and files of the product launch",
                     *         "pictureUrl": "pictureUrl",
                     *         "language": "en-US",
                     *         "enabled": true,
                     *         "system": true,
                     *         "singleton": true,
                     *         "domId": "domId",
                     *         "approval": {
                     *           "requireApproval": true,
                     *           "approvalTeam": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ],
                     *           "stages": [
                     *             {
                     *               "approvers": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "name": "Product launch"
                     *                 }
                     *               ],
                     *               "manager": true,
                     *               "managerLevel": 1,
                     *               "require": "any",
                     *               "when": "when"
                     *             }
                     *           ]
                     *         },
                     *         "permanentMembership": {
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ],
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           ]
                     *         },
                     *         "audienceTargeting": {
                     *           "enabled": true,
                     *           "rules": "rules",
                     *           "rulesWithTags": "rulesWithTags"
                     *         },
                     *         "version": "1",
                     *         "categories": [
                     *           "categorie"
                     *         ],
                     *         "tags": [
                     *           "tag"
                     *         ],
                     *         "mandatoryMembership": {
                     *           "owners": 1,
                     *           "members": 1
                     *         },
                     *         "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "lifecycle": {
                     *           "enabled": true,
                     *           "inactivityDays": 7,
                     *           "graceDays": 7,
                     *           "action": "None"
                     *         },
                     *         "questions": [
                     *           {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "type": "text",
                     *             "title": "title",
                     *             "help": "help",
                     *             "required": true,
                     *             "default": "default",
                     *             "options": [
                     *               "option"
                     *             ],
                     *             "pattern": "pattern",
                     *             "minimum": "minimum",
                     *             "maximum": "maximum",
                     *             "when": "when",
                     *             "section": "section"
                     *           }
                     *         ]
                     *       },
                     *       "clonedTeam": {
                     *         "teamId": "teamId",
                     *         "teamName": "teamName",
                     *         "includeApps": true,
                     *         "includeTabs": true,
                     *         "includeSettings": true,
                     *         "includeChannels": true,
                     *         "includeMembers": true
                     *       },
                     *       "newTeam": {
                     *         "namingConvention": "namingConvention",
                     *         "namingConventionWithTags": "namingConventionWithTags",
                     *         "emailConvention": "emailConvention",
                     *         "emailConventionWithTags": "emailConventionWithTags",
                     *         "descriptionConvention": "descriptionConvention",
                     *         "descriptionConventionWithTags": "descriptionConventionWithTags",
                     *         "welcomeMessageConvention": "welcomeMessageConvention",
                     *         "welcomeMessageConventionWithTags": "welcomeMessageConventionWithTags",
                     *         "defaultName": "defaultName",
                     *         "defaultDescription": "defaultDescription",
                     *         "defaultWelcomeMessage": "defaultWelcomeMessage",
                     *         "teamPrivacy": "private",
                     *         "addRequesterAsTeamOwner": true
                     *       },
                     *       "revision": 1,
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "changedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "changedBy": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplateDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCatalogTemplateVersions: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "version": "1.1",
                     *           "name": "Product launch",
                     *           "enabled": true,
                     *           "changedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "changedBy": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "kind": "user",
                     *             "displayName": "Product launch"
                     *           },
                     *           "changedPaths": [
                     *             "newTeam.namingConvention"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplateVersions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCatalogTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
                /** @example 1.1 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "version": "1.1",
                     *       "name": "Product launch",
                     *       "enabled": true,
                     *       "changedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "changedBy": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "changedPaths": [
                     *         "newTeam.namingConvention"
                     *       ],
                     *       "format": "json",
                     *       "text": "Your team Product launch is ready."
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogTemplateVersionDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuditKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "kty",
                     *           "crv": "crv",
                     *           "x": "x",
                     *           "kid": "kid",
                     *           "use": "use",
                     *           "alg": "alg"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditKeys"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApprovals: {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                /** @description Role of the caller in the request; any by default */
                role?: "requester" | "approver";
                /** @description Id of a person: only pending requests that wait for this person’s decision or answer */
                waitingFor?: string;
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "status": "pending",
                     *           "job": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "template": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           },
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch",
                     *             "mail": "ada@fabrikam.example"
                     *           },
                     *           "request": {
                     *             "team": {
                     *               "name": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "welcomeMessage": "Welcome to the product launch.",
                     *               "membership": {
                     *                 "members": [
                     *                   {
                     *                     "id": "ada@fabrikam.example"
                     *                   }
                     *                 ],
                     *                 "owners": [
                     *                   {
                     *                     "id": "ada@fabrikam.example"
                     *                   }
                     *                 ]
                     *               }
                     *             },
                     *             "metadata": {
                     *               "costCentre": "4711"
                     *             },
                     *             "answers": [
                     *               {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "title": "title",
                     *                 "type": "text",
                     *                 "value": "value",
                     *                 "text": "Your team Product launch is ready."
                     *               }
                     *             ]
                     *           },
                     *           "stages": [
                     *             {
                     *               "require": "any",
                     *               "approvers": [
                     *                 {
                     *                   "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                   "displayName": "Product launch"
                     *                 }
                     *               ],
                     *               "approvedBy": [
                     *                 "approvedBy"
                     *               ],
                     *               "delegations": [
                     *                 {
                     *                   "from": {
                     *                     "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                     "displayName": "Product launch"
                     *                   },
                     *                   "to": {
                     *                     "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                     "displayName": "Product launch"
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "stage": 1,
                     *           "question": {
                     *             "asker": {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             },
                     *             "message": "Approved for the launch.",
                     *             "askedDateTime": "2026-11-21T08:00:00.000Z"
                     *           },
                     *           "approver": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "message": "Approved for the launch.",
                     *           "decisions": [
                     *             {
                     *               "stage": 1,
                     *               "outcome": "approved",
                     *               "decider": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "displayName": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *             }
                     *           ],
                     *           "comments": [
                     *             {
                     *               "kind": "asked",
                     *               "stage": 1,
                     *               "author": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "displayName": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "createdDateTime": "2026-11-21T08:00:00.000Z"
                     *             }
                     *           ],
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "pending",
                     *       "job": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch",
                     *         "mail": "ada@fabrikam.example"
                     *       },
                     *       "request": {
                     *         "team": {
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "membership": {
                     *             "members": [
                     *               {
                     *                 "id": "ada@fabrikam.example"
                     *               }
                     *             ],
                     *             "owners": [
                     *               {
                     *                 "id": "ada@fabrikam.example"
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         "metadata": {
                     *           "costCentre": "4711"
                     *         },
                     *         "answers": [
                     *           {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "title": "title",
                     *             "type": "text",
                     *             "value": "value",
                     *             "text": "Your team Product launch is ready."
                     *           }
                     *         ]
                     *       },
                     *       "stages": [
                     *         {
                     *           "require": "any",
                     *           "approvers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "approvedBy": [
                     *             "approvedBy"
                     *           ],
                     *           "delegations": [
                     *             {
                     *               "from": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "displayName": "Product launch"
                     *               },
                     *               "to": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "displayName": "Product launch"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "stage": 1,
                     *       "question": {
                     *         "asker": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "askedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "approver": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "message": "Approved for the launch.",
                     *       "decisions": [
                     *         {
                     *           "stage": 1,
                     *           "outcome": "approved",
                     *           "decider": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "message": "Approved for the launch.",
                     *           "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "comments": [
                     *         {
                     *           "kind": "asked",
                     *           "stage": 1,
                     *           "author": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "message": "Approved for the launch.",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *       "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["CancelApprovalPayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    askRequester: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch.",
                 *       "approver": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalQuestionPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch.",
                 *       "approver": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RejectedApprovalResponsePayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    answerQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalRemarkPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    commentOnApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalRemarkPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delegateApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The approval’s id */
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deputy": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["DelegateApprovalPayload"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJobs: {
        parameters: {
            query?: {
                /**
                 * @description Parts of words in the name of the team
                 * @example harbour tun
                 */
                $search?: string;
                /**
                 * @description `eq` over `status`, `outcome` (completed, open, rejected, withdrawn, failed), `error/step` of failed jobs, `type`, `template/id` and `requester/id`; `eq`, `ge`, `gt`, `le`, `lt` over `createdDateTime`; joined by `and`
                 * @example status eq 'failed' and createdDateTime ge 2026-11-01T00:00:00Z
                 */
                $filter?: string;
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "type": "TeamArchive",
                     *           "status": "waiting",
                     *           "progress": 1,
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "kind": "user",
                     *             "displayName": "Product launch"
                     *           },
                     *           "team": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "template": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch"
                     *           },
                     *           "cancellation": {
                     *             "requestedBy": {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "kind": "user",
                     *               "displayName": "Product launch"
                     *             },
                     *             "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *             "remove": true,
                     *             "removed": true
                     *           },
                     *           "bulk": {
                     *             "action": "archive",
                     *             "count": 1,
                     *             "done": 1,
                     *             "skipped": 1,
                     *             "failed": 1
                     *           },
                     *           "secondApproval": {
                     *             "roles": [
                     *               "role"
                     *             ],
                     *             "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *             "outcome": "approved",
                     *             "approver": {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "kind": "user",
                     *               "displayName": "Product launch"
                     *             },
                     *             "message": "Approved for the launch.",
                     *             "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *           },
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *           "step": "step",
                     *           "error": {
                     *             "code": "code",
                     *             "message": "Approved for the launch.",
                     *             "messageCode": "messageCode",
                     *             "step": "step"
                     *           },
                     *           "approval": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Jobs"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJobEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event that the caller has; the stream continues after it */
                "last-event-id"?: string;
            };
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/event-stream": string;
                };
            };
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJobTeams: {
        parameters: {
            query?: {
                outcome?: "waiting" | "done" | "skipped" | "failed";
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "teamId": "teamId",
                     *           "displayName": "Product launch",
                     *           "outcome": "waiting",
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "endedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobTeams"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["JobDecisionPayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rejectJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "message": "Approved for the launch."
                 *     }
                 */
                "application/json": components["schemas"]["JobDecisionPayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: {
                /** @description `true` deletes what the job has built; it stays otherwise */
                remove?: boolean;
            };
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The job’s id */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNotifications: {
        parameters: {
            query?: {
                /** @description `true` lists only unread notifications */
                unread?: boolean;
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "approval_requested",
                     *           "language": "en",
                     *           "subject": "subject",
                     *           "text": "Your team Product launch is ready.",
                     *           "link": "https://charter.example/approvals",
                     *           "approval": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "job": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "hook": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "team": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "lifecycleRun": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *           },
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "readDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markNotificationsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "upTo": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationsRead"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MarkedNotifications"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "mailAddress": "mailAddress",
                     *       "sendsMail": true,
                     *       "kinds": [
                     *         {
                     *           "kind": "approval_requested",
                     *           "mail": true,
                     *           "isMailed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kinds": [
                 *         {
                 *           "kind": "approval_requested",
                 *           "mail": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NotificationSettingsUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "mailAddress": "mailAddress",
                     *       "sendsMail": true,
                     *       "kinds": [
                     *         {
                     *           "kind": "approval_requested",
                     *           "mail": true,
                     *           "isMailed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The notification’s id */
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicies: {
        parameters: {
            query?: {
                /** @description Only policies of this kind */
                kind?: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "kind": "naming",
                     *           "enabled": true,
                     *           "mode": "enforce",
                     *           "scope": {
                     *             "type": "tenant"
                     *           },
                     *           "settings": {
                     *             "blockedWords": [
                     *               "confidential"
                     *             ]
                     *           },
                     *           "people": [
                     *             {
                     *               "reference": "reference",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "version": 1,
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastModifiedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Policies"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product launch",
                 *       "description": "Plans and files of the product launch",
                 *       "kind": "naming",
                 *       "enabled": true,
                 *       "mode": "enforce",
                 *       "scope": {
                 *         "type": "tenant"
                 *       },
                 *       "settings": {
                 *         "blockedWords": [
                 *           "confidential"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PolicyPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "kind": "naming",
                     *       "enabled": true,
                     *       "mode": "enforce",
                     *       "scope": {
                     *         "type": "tenant"
                     *       },
                     *       "settings": {
                     *         "blockedWords": [
                     *           "confidential"
                     *         ]
                     *       },
                     *       "people": [
                     *         {
                     *           "reference": "reference",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "version": 1,
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkPolicies: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product launch",
                 *       "visibility": "private",
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PolicyCheckRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "outcome": "passed",
                     *       "verdicts": [
                     *         {
                     *           "policy": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch",
                     *             "kind": "naming"
                     *           },
                     *           "outcome": "passed",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ],
                     *       "reports": [
                     *         {
                     *           "policy": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "name": "Product launch",
                     *             "kind": "naming"
                     *           },
                     *           "outcome": "passed",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyCheckResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The policy’s id */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "kind": "naming",
                     *       "enabled": true,
                     *       "mode": "enforce",
                     *       "scope": {
                     *         "type": "tenant"
                     *       },
                     *       "settings": {
                     *         "blockedWords": [
                     *           "confidential"
                     *         ]
                     *       },
                     *       "people": [
                     *         {
                     *           "reference": "reference",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "version": 1,
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the policy you read; 412 when the policy has changed */
                "if-match"?: string;
            };
            path: {
                /** @description The policy’s id */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the policy you read; 412 when the policy has changed */
                "if-match"?: string;
            };
            path: {
                /** @description The policy’s id */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product launch",
                 *       "description": "Plans and files of the product launch",
                 *       "kind": "naming",
                 *       "enabled": true,
                 *       "mode": "enforce",
                 *       "scope": {
                 *         "type": "tenant"
                 *       },
                 *       "settings": {
                 *         "blockedWords": [
                 *           "confidential"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PolicyUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "kind": "naming",
                     *       "enabled": true,
                     *       "mode": "enforce",
                     *       "scope": {
                     *         "type": "tenant"
                     *       },
                     *       "settings": {
                     *         "blockedWords": [
                     *           "confidential"
                     *         ]
                     *       },
                     *       "people": [
                     *         {
                     *           "reference": "reference",
                     *           "displayName": "Product launch"
                     *         }
                     *       ],
                     *       "version": 1,
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicyReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The policy’s id */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "appliesToCount": 1,
                     *       "affectedCount": 1,
                     *       "isComplete": true,
                     *       "teams": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyReport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicyTeams: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The policy’s id */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "teamId": "teamId",
                     *           "displayName": "Product launch",
                     *           "attachedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyTeams"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    attachPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The policy’s id */
                policyId: string;
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    detachPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The policy’s id */
                policyId: string;
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHooks: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch",
                     *           "description": "Plans and files of the product launch",
                     *           "active": true,
                     *           "events": [
                     *             "team_created"
                     *           ],
                     *           "config": {
                     *             "verb": "post",
                     *             "url": "https://hooks.example.com/charter",
                     *             "content_type": "json",
                     *             "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *           },
                     *           "filter": {
                     *             "templates": [
                     *               "template"
                     *             ]
                     *           },
                     *           "scope": "tenant",
                     *           "creator": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "kind": "user",
                     *             "displayName": "Product launch"
                     *           },
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "failingSince": "2026-11-21T08:00:00.000Z",
                     *           "disabledReason": "gone"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Hooks"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product launch",
                 *       "description": "Plans and files of the product launch",
                 *       "active": true,
                 *       "events": [
                 *         "team_created"
                 *       ],
                 *       "config": {
                 *         "verb": "post",
                 *         "url": "https://hooks.example.com/charter",
                 *         "content_type": "json",
                 *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                 *       },
                 *       "filter": {
                 *         "templates": [
                 *           "template"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HookPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "active": true,
                     *       "events": [
                     *         "team_created"
                     *       ],
                     *       "config": {
                     *         "verb": "post",
                     *         "url": "https://hooks.example.com/charter",
                     *         "content_type": "json",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       },
                     *       "filter": {
                     *         "templates": [
                     *           "template"
                     *         ]
                     *       },
                     *       "scope": "tenant",
                     *       "creator": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "failingSince": "2026-11-21T08:00:00.000Z",
                     *       "disabledReason": "gone"
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "active": true,
                     *       "events": [
                     *         "team_created"
                     *       ],
                     *       "config": {
                     *         "verb": "post",
                     *         "url": "https://hooks.example.com/charter",
                     *         "content_type": "json",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       },
                     *       "filter": {
                     *         "templates": [
                     *           "template"
                     *         ]
                     *       },
                     *       "scope": "tenant",
                     *       "creator": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "failingSince": "2026-11-21T08:00:00.000Z",
                     *       "disabledReason": "gone"
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "active": true,
                     *       "events": [
                     *         "team_created"
                     *       ],
                     *       "config": {
                     *         "verb": "post",
                     *         "url": "https://hooks.example.com/charter",
                     *         "content_type": "json",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       },
                     *       "filter": {
                     *         "templates": [
                     *           "template"
                     *         ]
                     *       },
                     *       "scope": "tenant",
                     *       "creator": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "failingSince": "2026-11-21T08:00:00.000Z",
                     *       "disabledReason": "gone"
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product launch",
                 *       "description": "Plans and files of the product launch",
                 *       "active": true,
                 *       "events": [
                 *         "team_created"
                 *       ],
                 *       "config": {
                 *         "verb": "post",
                 *         "url": "https://hooks.example.com/charter",
                 *         "content_type": "json"
                 *       },
                 *       "filter": {
                 *         "templates": [
                 *           "template"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HookUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "active": true,
                     *       "events": [
                     *         "team_created"
                     *       ],
                     *       "config": {
                     *         "verb": "post",
                     *         "url": "https://hooks.example.com/charter",
                     *         "content_type": "json",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       },
                     *       "filter": {
                     *         "templates": [
                     *           "template"
                     *         ]
                     *       },
                     *       "scope": "tenant",
                     *       "creator": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "failingSince": "2026-11-21T08:00:00.000Z",
                     *       "disabledReason": "gone"
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generateHookSignature: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
                 *       "payload": {
                 *         "event": "team_created"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["HookSignatureRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "signature": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["HookSignature"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHooksEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "code": "code",
                     *           "category": "category",
                     *           "description": "Plans and files of the product launch",
                     *           "schema": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HooksEvents"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateHookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 1,
                 *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                 *     }
                 */
                "application/json": components["schemas"]["HookSecretRotation"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "name": "Product launch",
                     *       "description": "Plans and files of the product launch",
                     *       "active": true,
                     *       "events": [
                     *         "team_created"
                     *       ],
                     *       "config": {
                     *         "verb": "post",
                     *         "url": "https://hooks.example.com/charter",
                     *         "content_type": "json",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       },
                     *       "filter": {
                     *         "templates": [
                     *           "template"
                     *         ]
                     *       },
                     *       "scope": "tenant",
                     *       "creator": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastModifiedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "failingSince": "2026-11-21T08:00:00.000Z",
                     *       "disabledReason": "gone"
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "hookId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "event": "team_created",
                     *       "eventId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "pending",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "nextAttemptDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "status": 1,
                     *           "durationMilliseconds": 1,
                     *           "response": "response",
                     *           "error": "error",
                     *           "requestHeaders": [
                     *             {
                     *               "name": "Product launch",
                     *               "value": "value"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "body": "{\"tenant\":{\"id\":\"fabrikam\"},\"team\":{\"id\":\"019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10\"}}"
                     *     }
                     */
                    "application/json": components["schemas"]["HookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHookDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "hookId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "event": "team_created",
                     *           "eventId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "status": "pending",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "nextAttemptDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "time": "2026-11-21T08:00:00.000Z",
                     *               "status": 1,
                     *               "durationMilliseconds": 1,
                     *               "response": "response",
                     *               "error": "error",
                     *               "requestHeaders": [
                     *                 {
                     *                   "name": "Product launch",
                     *                   "value": "value"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "body": "{\"tenant\":{\"id\":\"fabrikam\"},\"team\":{\"id\":\"019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10\"}}"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HookDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id */
                hookId: string;
                /** @description The delivery’s id */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "hookId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "event": "team_created",
                     *       "eventId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "pending",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "nextAttemptDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "status": 1,
                     *           "durationMilliseconds": 1,
                     *           "response": "response",
                     *           "error": "error",
                     *           "requestHeaders": [
                     *             {
                     *               "name": "Product launch",
                     *               "value": "value"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "body": "{\"tenant\":{\"id\":\"fabrikam\"},\"team\":{\"id\":\"019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10\"}}"
                     *     }
                     */
                    "application/json": components["schemas"]["HookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverHookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook’s id */
                hookId: string;
                /** @description The delivery’s id */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "hookId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "event": "team_created",
                     *       "eventId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "pending",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "nextAttemptDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "status": 1,
                     *           "durationMilliseconds": 1,
                     *           "response": "response",
                     *           "error": "error",
                     *           "requestHeaders": [
                     *             {
                     *               "name": "Product launch",
                     *               "value": "value"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "body": "{\"tenant\":{\"id\":\"fabrikam\"},\"team\":{\"id\":\"019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10\"}}"
                     *     }
                     */
                    "application/json": components["schemas"]["HookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverHookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook’s id */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-21T08:00:00.000Z",
                 *       "until": "2026-11-21T08:00:00.000Z",
                 *       "status": "pending"
                 *     }
                 */
                "application/json": components["schemas"]["HookRedelivery"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["HookRedeliveryResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTeamLifecycle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "state": "active",
                     *       "reason": "active",
                     *       "nextRun": "asked",
                     *       "rules": {
                     *         "inactivityDays": 1,
                     *         "graceDays": 1,
                     *         "action": "None",
                     *         "source": {
                     *           "type": "policy",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch"
                     *         }
                     *       },
                     *       "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *       "renewedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "askedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *       "action": "None",
                     *       "nextStep": "ask",
                     *       "nextDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamLifecycle"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renewTeamLifecycle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The team’s id */
                teamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "state": "active",
                     *       "reason": "active",
                     *       "nextRun": "asked",
                     *       "rules": {
                     *         "inactivityDays": 1,
                     *         "graceDays": 1,
                     *         "action": "None",
                     *         "source": {
                     *           "type": "policy",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "name": "Product launch"
                     *         }
                     *       },
                     *       "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *       "renewedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "askedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *       "action": "None",
                     *       "nextStep": "ask",
                     *       "nextDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TeamLifecycle"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLifecycleSimulation: {
        parameters: {
            query?: {
                /** @description RFC 3339: time of the simulated run, on the current data; now by default */
                at?: string;
                /** @description `all` includes teams that stay unchanged, with their next step; `due` by default */
                scope?: "due" | "all";
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "atDateTime": "2026-11-21T08:00:00.000Z",
                     *       "governedTeams": 1,
                     *       "cap": 1,
                     *       "counts": {
                     *         "asked": 1,
                     *         "archived": 1,
                     *         "deleted": 1,
                     *         "expired": 1,
                     *         "reset": 1,
                     *         "left": 1,
                     *         "blocked": 1,
                     *         "failed": 1
                     *       },
                     *       "value": [
                     *         {
                     *           "teamId": "teamId",
                     *           "displayName": "Product launch",
                     *           "decision": "stay",
                     *           "reason": "active",
                     *           "action": "None",
                     *           "state": "active",
                     *           "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *           "askedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "nextStep": "ask",
                     *           "nextDateTime": "2026-11-21T08:00:00.000Z",
                     *           "rules": {
                     *             "inactivityDays": 1,
                     *             "graceDays": 1,
                     *             "action": "None",
                     *             "source": {
                     *               "type": "policy",
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           },
                     *           "outcome": "asked",
                     *           "error": "error"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LifecycleSimulation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLifecycleRuns: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "status": "waiting",
                     *           "scheduledDateTime": "2026-11-21T08:00:00.000Z",
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "decidedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "governedTeams": 1,
                     *           "cap": 1,
                     *           "counts": {
                     *             "asked": 1,
                     *             "archived": 1,
                     *             "deleted": 1,
                     *             "expired": 1,
                     *             "reset": 1,
                     *             "left": 1,
                     *             "blocked": 1,
                     *             "failed": 1
                     *           },
                     *           "error": "error",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LifecycleRuns"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startLifecycleRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "waiting",
                     *       "scheduledDateTime": "2026-11-21T08:00:00.000Z",
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "decidedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "governedTeams": 1,
                     *       "cap": 1,
                     *       "counts": {
                     *         "asked": 1,
                     *         "archived": 1,
                     *         "deleted": 1,
                     *         "expired": 1,
                     *         "reset": 1,
                     *         "left": 1,
                     *         "blocked": 1,
                     *         "failed": 1
                     *       },
                     *       "error": "error",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LifecycleRun"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLifecycleRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run’s id */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "status": "waiting",
                     *       "scheduledDateTime": "2026-11-21T08:00:00.000Z",
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "decidedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "governedTeams": 1,
                     *       "cap": 1,
                     *       "counts": {
                     *         "asked": 1,
                     *         "archived": 1,
                     *         "deleted": 1,
                     *         "expired": 1,
                     *         "reset": 1,
                     *         "left": 1,
                     *         "blocked": 1,
                     *         "failed": 1
                     *       },
                     *       "error": "error",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LifecycleRun"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLifecycleRunTeams: {
        parameters: {
            query?: {
                outcome?: "asked" | "archived" | "deleted" | "expired" | "reset" | "left" | "blocked" | "failed";
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The run’s id */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "teamId": "teamId",
                     *           "displayName": "Product launch",
                     *           "decision": "stay",
                     *           "reason": "active",
                     *           "action": "None",
                     *           "state": "active",
                     *           "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                     *           "askedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "nextStep": "ask",
                     *           "nextDateTime": "2026-11-21T08:00:00.000Z",
                     *           "rules": {
                     *             "inactivityDays": 1,
                     *             "graceDays": 1,
                     *             "action": "None",
                     *             "source": {
                     *               "type": "policy",
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "name": "Product launch"
                     *             }
                     *           },
                     *           "outcome": "asked",
                     *           "error": "error"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LifecycleRunTeams"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApps: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /** @description Whether `@odata.count` counts all matches instead of this page */
                $count?: boolean;
                /** @description Text that the name contains */
                $search?: string;
                /** @description Only apps that are enabled, or only disabled ones */
                enabled?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "enabled": true,
                     *           "scopes": [
                     *             "teams.read",
                     *             "jobs.read"
                     *           ],
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "secrets": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch",
                     *               "hint": "hint",
                     *               "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *               "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *               "lastUsedDateTime": "2026-11-21T08:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Apps"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Product launch",
                 *       "scopes": [
                 *         "teams.read",
                 *         "jobs.read"
                 *       ],
                 *       "secret": {
                 *         "displayName": "Product launch",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AppPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "appId": "provisioning-portal",
                     *       "displayName": "Product launch",
                     *       "secretId": "secretId",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["AppCredentials"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app’s id */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "displayName": "Product launch",
                     *       "enabled": true,
                     *       "scopes": [
                     *         "teams.read",
                     *         "jobs.read"
                     *       ],
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "hint": "hint",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastUsedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app’s id */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app’s id */
                appId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Product launch",
                 *       "enabled": true,
                 *       "scopes": [
                 *         "teams.read",
                 *         "jobs.read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AppUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "displayName": "Product launch",
                     *       "enabled": true,
                     *       "scopes": [
                     *         "teams.read",
                     *         "jobs.read"
                     *       ],
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "hint": "hint",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastUsedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addAppSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app’s id */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Product launch",
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AppSecretPayload"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "appId": "provisioning-portal",
                     *       "displayName": "Product launch",
                     *       "secretId": "secretId",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["AppCredentials"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeAppSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app’s id */
                appId: string;
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateAppSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app’s id */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "appId": "provisioning-portal",
                     *       "displayName": "Product launch",
                     *       "secretId": "secretId",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["AppCredentials"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getScimTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "hint": "hint",
                     *           "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *           "lastUsedDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ScimTokens"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createScimToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Product launch",
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ScimTokenPayload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "displayName": "Product launch",
                     *       "hint": "hint",
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastUsedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "token": "token"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedScimToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGroups: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Prefixes of words in the name
                 * @example sales emea
                 */
                $search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Groups"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMyGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Groups"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGroupMembers: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                /** @description The group’s id */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "givenName": "Ada",
                     *           "surname": "Lovelace",
                     *           "mail": "ada@fabrikam.example",
                     *           "userPrincipalName": "ada@fabrikam.example",
                     *           "jobTitle": "jobTitle",
                     *           "department": "Marketing",
                     *           "companyName": "Fabrikam",
                     *           "city": "city",
                     *           "country": "country",
                     *           "usageLocation": "usageLocation",
                     *           "preferredLanguage": "en-US",
                     *           "userType": "Member",
                     *           "accountEnabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Users"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lookupUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "references": [
                 *         "ada@fabrikam.example",
                 *         "Bob Ray"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UserLookupRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "value": [
                     *         {
                     *           "reference": "reference",
                     *           "matches": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch",
                     *               "givenName": "Ada",
                     *               "surname": "Lovelace",
                     *               "mail": "ada@fabrikam.example",
                     *               "userPrincipalName": "ada@fabrikam.example",
                     *               "jobTitle": "jobTitle",
                     *               "department": "Marketing",
                     *               "companyName": "Fabrikam",
                     *               "city": "city",
                     *               "country": "country",
                     *               "usageLocation": "usageLocation",
                     *               "preferredLanguage": "en-US",
                     *               "userType": "Member",
                     *               "accountEnabled": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserLookup"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "userId": "userId",
                     *       "exportedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "directory": {},
                     *       "stores": [
                     *         {
                     *           "name": "Product launch",
                     *           "rows": [
                     *             {
                     *               "key": {},
                     *               "texts": [
                     *                 {
                     *                   "at": "at",
                     *                   "text": "Your team Product launch is ready."
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "records": [
                     *         {
                     *           "trail": "trail",
                     *           "sequence": 1,
                     *           "type": "type",
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "at": "at",
                     *           "value": "value"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserExport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseUser: {
        parameters: {
            query?: {
                /** @description `true` answers 200 with what would change, and changes nothing */
                dryRun?: boolean;
            };
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "userId": "userId",
                     *       "stores": [
                     *         {
                     *           "name": "Product launch",
                     *           "rows": 1
                     *         }
                     *       ],
                     *       "recordTexts": 1,
                     *       "unchangedRecords": 1,
                     *       "textsOfOthers": 1,
                     *       "placesOfOthers": [
                     *         {
                     *           "trail": "trail",
                     *           "sequence": 1,
                     *           "type": "type",
                     *           "time": "2026-11-21T08:00:00.000Z",
                     *           "at": "at",
                     *           "writtenBy": "writtenBy"
                     *         }
                     *       ],
                     *       "unchangedTexts": 1,
                     *       "unchangedPlaces": [
                     *         {
                     *           "store": "store",
                     *           "key": {},
                     *           "at": "at"
                     *         }
                     *       ],
                     *       "isHeld": true
                     *     }
                     */
                    "application/json": components["schemas"]["UserErasurePreview"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "userId": "userId",
                     *       "status": "active",
                     *       "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *       "redactedRows": 1,
                     *       "unchangedRecords": 1
                     *     }
                     */
                    "application/json": components["schemas"]["UserErasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    placeUserHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Proceedings 4 O 12/26"
                 *     }
                 */
                "application/json": components["schemas"]["LegalHoldRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "userId": "userId",
                     *       "reason": "reason",
                     *       "placedBy": "placedBy",
                     *       "placedDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeUserHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "users": [
                 *         {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch",
                 *           "userPrincipalName": "ada@fabrikam.example",
                 *           "givenName": "Ada",
                 *           "surname": "Lovelace",
                 *           "mail": "ada@fabrikam.example",
                 *           "jobTitle": "jobTitle",
                 *           "department": "Marketing",
                 *           "companyName": "Fabrikam",
                 *           "city": "city",
                 *           "country": "country",
                 *           "usageLocation": "usageLocation",
                 *           "preferredLanguage": "en-US",
                 *           "userType": "Member",
                 *           "accountEnabled": true,
                 *           "managerId": "managerId",
                 *           "groups": [
                 *             "group"
                 *           ]
                 *         }
                 *       ],
                 *       "replace": true
                 *     }
                 */
                "application/json": components["schemas"]["UserImport"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "importedUsers": 1
                     *     }
                     */
                    "application/json": components["schemas"]["UserImportResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUserImpact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id, user principal name or mail address; also the id of a person who is gone */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "displayName": "Product launch",
                     *       "state": "present",
                     *       "counts": {
                     *         "team": 1,
                     *         "onlyOwner": 1,
                     *         "approval": 1,
                     *         "template": 1,
                     *         "policy": 1,
                     *         "webhook": 1,
                     *         "app": 1,
                     *         "renewal": 1,
                     *         "role": 1
                     *       },
                     *       "holdings": [
                     *         {
                     *           "kind": "team",
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "relations": [
                     *             "owner"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserImpact"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeavers: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "displayName": "Product launch",
                     *           "state": "closed",
                     *           "counts": {
                     *             "team": 1,
                     *             "onlyOwner": 1,
                     *             "approval": 1,
                     *             "template": 1,
                     *             "policy": 1,
                     *             "webhook": 1,
                     *             "app": 1,
                     *             "renewal": 1,
                     *             "role": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Leavers"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRoles: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page; 100 by default
                 * @example 25
                 */
                $top?: number;
                /** @description Start of the page, from `@odata.nextLink` */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "@odata.count": 1,
                     *       "@odata.nextLink": "https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ",
                     *       "@charter.notices": [
                     *         {
                     *           "code": "accessLost",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "since": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "value": [
                     *         {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "principalId": "principalId",
                     *           "kind": "user",
                     *           "displayName": "Product launch",
                     *           "role": "INTEGRATION_MANAGER",
                     *           "expiresDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RoleAssignments"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    assignRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a person of the directory or of a registered app */
                principalId: string;
                /** @description Takes effect within 10 seconds */
                role: "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RoleAssignmentPayload"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "principalId": "principalId",
                     *       "kind": "user",
                     *       "displayName": "Product launch",
                     *       "role": "INTEGRATION_MANAGER",
                     *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RoleAssignment"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a person of the directory or of a registered app */
                principalId: string;
                /** @description Takes effect within 10 seconds */
                role: "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *       "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *       "type": "TeamArchive",
                     *       "status": "waiting",
                     *       "progress": 1,
                     *       "requester": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "kind": "user",
                     *         "displayName": "Product launch"
                     *       },
                     *       "team": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "displayName": "Product launch"
                     *       },
                     *       "template": {
                     *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *         "name": "Product launch"
                     *       },
                     *       "cancellation": {
                     *         "requestedBy": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "requestedDateTime": "2026-11-21T08:00:00.000Z",
                     *         "remove": true,
                     *         "removed": true
                     *       },
                     *       "bulk": {
                     *         "action": "archive",
                     *         "count": 1,
                     *         "done": 1,
                     *         "skipped": 1,
                     *         "failed": 1
                     *       },
                     *       "secondApproval": {
                     *         "roles": [
                     *           "role"
                     *         ],
                     *         "expiresDateTime": "2026-11-21T08:00:00.000Z",
                     *         "outcome": "approved",
                     *         "approver": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "kind": "user",
                     *           "displayName": "Product launch"
                     *         },
                     *         "message": "Approved for the launch.",
                     *         "decidedDateTime": "2026-11-21T08:00:00.000Z"
                     *       },
                     *       "createdDateTime": "2026-11-21T08:00:00.000Z",
                     *       "lastActionDateTime": "2026-11-21T08:00:00.000Z",
                     *       "log": [
                     *         "2026-11-21T08:00:00.000Z The team was created."
                     *       ],
                     *       "data": {
                     *         "request": {},
                     *         "plan": {
                     *           "@odata.context": "https://charter.example/v1.0/$metadata#value",
                     *           "name": "Product launch",
                     *           "mailNickname": "product-launch",
                     *           "description": "Plans and files of the product launch",
                     *           "welcomeMessage": "Welcome to the product launch.",
                     *           "classification": "Internal",
                     *           "picture": {
                     *             "contentType": "contentType",
                     *             "bytes": 1
                     *           },
                     *           "primaryChannelTabs": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "teamsAppId": "teamsAppId",
                     *               "configuration": {
                     *                 "entityId": "entityId",
                     *                 "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                 "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                 "removeUrl": "https://wiki.fabrikam.example/launch"
                     *               },
                     *               "sortOrderIndex": "10000"
                     *             }
                     *           ],
                     *           "visibility": "private",
                     *           "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *           "channels": [
                     *             {
                     *               "displayName": "Product launch",
                     *               "description": "Plans and files of the product launch",
                     *               "ownerId": "ownerId",
                     *               "membershipType": "standard",
                     *               "tabs": [
                     *                 {
                     *                   "displayName": "Product launch",
                     *                   "teamsAppId": "teamsAppId",
                     *                   "configuration": {
                     *                     "entityId": "entityId",
                     *                     "contentUrl": "https://wiki.fabrikam.example/launch",
                     *                     "websiteUrl": "https://wiki.fabrikam.example/launch",
                     *                     "removeUrl": "https://wiki.fabrikam.example/launch"
                     *                   },
                     *                   "sortOrderIndex": "10000"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "requester": {
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           },
                     *           "owners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "members": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentOwners": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "permanentMembers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "displayName": "Product launch"
                     *             }
                     *           ],
                     *           "omissions": [
                     *             {
                     *               "feature": "feature",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "notices": [
                     *             {
                     *               "code": "code",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "answers": [
                     *             {
                     *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *               "title": "title",
                     *               "type": "text",
                     *               "value": "value",
                     *               "text": "Your team Product launch is ready."
                     *             }
                     *           ],
                     *           "steps": [
                     *             "step"
                     *           ],
                     *           "approvalConditions": [
                     *             {
                     *               "stage": 1,
                     *               "when": "when",
                     *               "outcome": "met",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "policy": "policy",
                     *               "outcome": "passed",
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode",
                     *               "targets": [
                     *                 "team.name"
                     *               ]
                     *             }
                     *           ],
                     *           "reports": [
                     *             {
                     *               "policy": "policy",
                     *               "source": {
                     *                 "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *                 "name": "Product launch"
                     *               },
                     *               "message": "Approved for the launch.",
                     *               "messageCode": "messageCode"
                     *             }
                     *           ]
                     *         },
                     *         "approval": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "team": {
                     *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                     *         },
                     *         "error": {
                     *           "code": "code",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "step": "step"
                     *         },
                     *         "built": [
                     *           {
                     *             "type": "type",
                     *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                     *             "displayName": "Product launch"
                     *           }
                     *         ]
                     *       },
                     *       "steps": [
                     *         {
                     *           "name": "Product launch",
                     *           "status": "waiting",
                     *           "startedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "completedDateTime": "2026-11-21T08:00:00.000Z",
                     *           "message": "Approved for the launch.",
                     *           "messageCode": "messageCode",
                     *           "nextTryDateTime": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Done */
            204: {
                headers: {
                    "request-id": components["headers"]["request-id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveTeamArchived: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_archived";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_created";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_deleted";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamMemberAdded: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_member_added";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "member": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example",
                 *         "role": "owner"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    member: {
                        id: string;
                        displayName: string;
                        mail?: string;
                        /**
                         * @description As it is now: added, or promoted
                         * @enum {string}
                         */
                        role: "owner" | "member" | "guest";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamMemberRemoved: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_member_removed";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "member": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example",
                 *         "role": "owner"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    member: {
                        id: string;
                        displayName: string;
                        mail?: string;
                        /**
                         * @description As it was
                         * @enum {string}
                         */
                        role: "owner" | "member" | "guest";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamMemberUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_member_updated";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "member": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example",
                 *         "role": "owner"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    member: {
                        id: string;
                        displayName: string;
                        mail?: string;
                        /**
                         * @description As it is now
                         * @enum {string}
                         */
                        role: "owner" | "member" | "guest";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamOwnerless: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_ownerless";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamUnarchived: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_unarchived";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_updated";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "changes": {
                 *         "displayName": "Product launch",
                 *         "description": "Plans and files of the product launch",
                 *         "classification": "Internal",
                 *         "visibility": "private",
                 *         "isMembershipLimitedToOwners": true,
                 *         "discoverySettings": {
                 *           "showInTeamsSearchAndSuggestions": true
                 *         },
                 *         "memberSettings": {
                 *           "allowCreateUpdateChannels": true,
                 *           "allowCreatePrivateChannels": true,
                 *           "allowDeleteChannels": true,
                 *           "allowAddRemoveApps": true,
                 *           "allowCreateUpdateRemoveTabs": true,
                 *           "allowCreateUpdateRemoveConnectors": true
                 *         },
                 *         "guestSettings": {
                 *           "allowCreateUpdateChannels": true,
                 *           "allowDeleteChannels": true
                 *         },
                 *         "messagingSettings": {
                 *           "allowUserEditMessages": true,
                 *           "allowUserDeleteMessages": true,
                 *           "allowOwnerDeleteMessages": true,
                 *           "allowTeamMentions": true,
                 *           "allowChannelMentions": true
                 *         },
                 *         "funSettings": {
                 *           "allowGiphy": true,
                 *           "giphyContentRating": "strict",
                 *           "allowStickersAndMemes": true,
                 *           "allowCustomMemes": true
                 *         },
                 *         "sensitivityLabelId": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description What has another value now */
                    changes: {
                        displayName?: string;
                        /** @description Empty when it was removed */
                        description?: string;
                        /** @description Empty when it was removed */
                        classification?: string;
                        /** @enum {string} */
                        visibility?: "private" | "public" | "hiddenMembership";
                        isMembershipLimitedToOwners?: boolean;
                        discoverySettings?: {
                            showInTeamsSearchAndSuggestions?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        memberSettings?: {
                            allowCreateUpdateChannels?: boolean;
                            allowCreatePrivateChannels?: boolean;
                            allowDeleteChannels?: boolean;
                            allowAddRemoveApps?: boolean;
                            allowCreateUpdateRemoveTabs?: boolean;
                            allowCreateUpdateRemoveConnectors?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        guestSettings?: {
                            allowCreateUpdateChannels?: boolean;
                            allowDeleteChannels?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        messagingSettings?: {
                            allowUserEditMessages?: boolean;
                            allowUserDeleteMessages?: boolean;
                            allowOwnerDeleteMessages?: boolean;
                            allowTeamMentions?: boolean;
                            allowChannelMentions?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        funSettings?: {
                            allowGiphy?: boolean;
                            /** @enum {string} */
                            giphyContentRating?: "strict" | "moderate";
                            allowStickersAndMemes?: boolean;
                            allowCustomMemes?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                        sensitivityLabelId?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamChannelCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_channel_created";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "channel": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "membershipType": "standard"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    channel: {
                        id: string;
                        displayName: string;
                        /** @enum {string} */
                        membershipType: "standard" | "private" | "shared";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamChannelDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_channel_deleted";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "channel": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "membershipType": "standard"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    channel: {
                        id: string;
                        displayName: string;
                        /** @enum {string} */
                        membershipType: "standard" | "private" | "shared";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamChannelTabCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_channel_tab_created";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "channel": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "membershipType": "standard"
                 *       },
                 *       "tab": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "teamsApp": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    channel: {
                        id: string;
                        displayName: string;
                        /** @enum {string} */
                        membershipType?: "standard" | "private" | "shared";
                    } & {
                        [key: string]: unknown;
                    };
                    tab: {
                        id: string;
                        displayName: string;
                        teamsApp: {
                            id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamChannelTabDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_channel_tab_deleted";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "channel": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "membershipType": "standard"
                 *       },
                 *       "tab": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "teamsApp": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    channel: {
                        id: string;
                        displayName: string;
                        /** @enum {string} */
                        membershipType?: "standard" | "private" | "shared";
                    } & {
                        [key: string]: unknown;
                    };
                    tab: {
                        id: string;
                        displayName: string;
                        teamsApp: {
                            id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamChannelUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_channel_updated";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "channel": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "membershipType": "standard"
                 *       },
                 *       "changes": {
                 *         "displayName": "Product launch",
                 *         "description": "Plans and files of the product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    channel: {
                        id: string;
                        displayName: string;
                        /** @enum {string} */
                        membershipType: "standard" | "private" | "shared";
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description What has another value now */
                    changes: {
                        displayName?: string;
                        /** @description Empty when it was removed */
                        description?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamProvisioningCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_provisioning_completed";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "initialDomainName": "initialDomainName",
                 *         "defaultDomainName": "defaultDomainName"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch"
                 *       },
                 *       "metadata": {
                 *         "costCentre": "4711"
                 *       },
                 *       "provisioning": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "status": "completed"
                 *       }
                 *     }
                 */
                "application/json": {
                    tenant: {
                        id: string;
                        initialDomainName: string;
                        defaultDomainName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Without an id when none was made */
                    team: {
                        id?: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description As the request had it */
                    metadata: {
                        [key: string]: unknown;
                    };
                    provisioning: {
                        /** @description The job’s id */
                        id: string;
                        /** @enum {string} */
                        status: "completed" | "failed";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationApprovalCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_approval_cancelled";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "approver": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Who decided, or withdrew it */
                        approver: {
                            id: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationApprovalCommented: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_approval_commented";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "stage": 1,
                 *         "author": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Position of the current stage */
                        stage: number;
                        author: {
                            id: string;
                            displayName: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationApprovalExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_approval_expired";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_approval_requested";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_approved";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "byRule": true,
                 *         "approver": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       },
                 *       "provisioning": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description true when no stage of approvers applied, so that nobody was asked */
                        byRule?: boolean;
                        /** @description Who decided; Charter when a rule did */
                        approver: {
                            id: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    provisioning: {
                        /** @description The id of the job that builds the team */
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_rejected";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "approver": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Who decided, or withdrew it */
                        approver: {
                            id: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationInformationProvided: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_information_provided";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "stage": 1,
                 *         "author": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Position of the current stage */
                        stage: number;
                        author: {
                            id: string;
                            displayName: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationInformationRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_information_requested";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "stage": 1,
                 *         "author": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Position of the current stage */
                        stage: number;
                        author: {
                            id: string;
                            displayName: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamCreationInformationWithdrawn: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_creation_information_withdrawn";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "requester": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "mail": "ada@fabrikam.example"
                 *       },
                 *       "approval": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "stage": 1,
                 *         "author": {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch",
                 *           "message": "Approved for the launch."
                 *         }
                 *       },
                 *       "template": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch",
                 *         "approvers": [
                 *           {
                 *             "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *             "displayName": "Product launch"
                 *           }
                 *         ],
                 *         "permanentMembership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *               "name": "Product launch"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "request": {
                 *         "team": {
                 *           "name": "Product launch",
                 *           "description": "Plans and files of the product launch",
                 *           "welcomeMessage": "Welcome to the product launch."
                 *         },
                 *         "membership": {
                 *           "owners": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ],
                 *           "members": [
                 *             {
                 *               "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *             }
                 *           ]
                 *         },
                 *         "metadata": {
                 *           "costCentre": "4711"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    requester: {
                        id: string;
                        displayName: string;
                        mail?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    approval: {
                        id: string;
                        /** @description Position of the current stage */
                        stage: number;
                        author: {
                            id: string;
                            displayName: string;
                            message?: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    template: {
                        id: string;
                        name: string;
                        /** @description Everybody who is asked, in any stage */
                        approvers: ({
                            id: string;
                            displayName: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        permanentMembership: {
                            owners: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            members: ({
                                id: string;
                                name?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    request: {
                        team: {
                            name: string;
                            description?: string;
                            welcomeMessage?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        membership: {
                            /** @description As the request names them: id, user principal name or mail */
                            owners: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @description As the request names them: id, user principal name or mail */
                            members: ({
                                id: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The answers to the questions of the template */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePermanentMembershipRestored: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "permanent_membership_restored";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "owners": [
                 *         {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch"
                 *         }
                 *       ],
                 *       "members": [
                 *         {
                 *           "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *           "displayName": "Product launch"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Restored owners */
                    owners: ({
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description Restored members */
                    members: ({
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_expired";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "lifecycle": {
                 *         "action": "None",
                 *         "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    lifecycle: {
                        /**
                         * @description Action at the end of the grace period
                         * @enum {string}
                         */
                        action: "None" | "Archive" | "Delete";
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        lastActivityDateTime?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTeamInactive: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "team_inactive";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "team": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "lifecycle": {
                 *         "action": "None",
                 *         "lastActivityDateTime": "2026-11-21T08:00:00.000Z",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    team: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    lifecycle: {
                        /**
                         * @description Action at the end of the grace period
                         * @enum {string}
                         */
                        action: "None" | "Archive" | "Delete";
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        lastActivityDateTime?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_changed";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "enabled": true,
                 *         "scopes": [
                 *           "teams.read"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                        enabled: boolean;
                        /** @description Absent for an app without scopes */
                        scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[];
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_deleted";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "enabled": true,
                 *         "scopes": [
                 *           "teams.read"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                        enabled: boolean;
                        /** @description Absent for an app without scopes */
                        scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[];
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppRegistered: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_registered";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "enabled": true,
                 *         "scopes": [
                 *           "teams.read"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                        enabled: boolean;
                        /** @description Absent for an app without scopes */
                        scopes?: ("teams.read" | "catalog.read" | "jobs.read" | "approvals.read" | "audit.read" | "people.read" | "teams.request" | "teams.manage" | "teams.delete" | "catalog.manage" | "approvals.decide" | "hooks.manage" | "people.manage" | "governance.manage")[];
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppSecretAdded: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_secret_added";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "secret": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "hint": "hint",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    secret: {
                        id: string;
                        displayName?: string;
                        /** @description The first characters of a generated secret */
                        hint?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppSecretExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_secret_expired";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "secret": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "hint": "hint",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    secret: {
                        id: string;
                        displayName?: string;
                        /** @description The first characters of a generated secret */
                        hint?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppSecretExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_secret_expiring";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "secret": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "hint": "hint",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    secret: {
                        id: string;
                        displayName?: string;
                        /** @description The first characters of a generated secret */
                        hint?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAppSecretRemoved: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "app_secret_removed";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "app": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "secret": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch",
                 *         "hint": "hint",
                 *         "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    app: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    secret: {
                        id: string;
                        displayName?: string;
                        /** @description The first characters of a generated secret */
                        hint?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC
                         */
                        expiresDateTime?: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRoleAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "role_assigned";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "principal": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "role": "AUTHENTICATED_USER",
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description A person or an app */
                    principal: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    role: "AUTHENTICATED_USER" | "AUTHORIZED_APP" | "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC
                     */
                    expiresDateTime?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRoleExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "role_expired";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "principal": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "role": "AUTHENTICATED_USER",
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description A person or an app */
                    principal: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    role: "AUTHENTICATED_USER" | "AUTHORIZED_APP" | "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC
                     */
                    expiresDateTime?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRoleRevoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "role_revoked";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "principal": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "role": "AUTHENTICATED_USER",
                 *       "expiresDateTime": "2026-11-21T08:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description A person or an app */
                    principal: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    role: "AUTHENTICATED_USER" | "AUTHORIZED_APP" | "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC
                     */
                    expiresDateTime?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUserUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "user_updated";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "user": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "displayName": "Product launch"
                 *       },
                 *       "changes": {
                 *         "displayName": "Product launch",
                 *         "givenName": "Ada",
                 *         "surname": "Lovelace",
                 *         "mail": "ada@fabrikam.example",
                 *         "userPrincipalName": "ada@fabrikam.example",
                 *         "userType": "Member",
                 *         "accountEnabled": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    user: {
                        id: string;
                        displayName: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description What has another value now; absent when it has none */
                    changes: {
                        displayName?: string;
                        givenName?: string;
                        surname?: string;
                        mail?: string;
                        userPrincipalName?: string;
                        /** @enum {string} */
                        userType?: "Member" | "Guest";
                        /** @description False when the account was closed */
                        accountEnabled?: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveHookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The webhook’s id. An operator may choose another prefix than X-Charter. */
                "X-Charter-Webhook": string;
                /** @description The webhook’s id under its other published name */
                "X-Charter-Hook": string;
                /** @description The event’s code */
                "X-Charter-Event": "hook_test";
                /** @description The delivery’s id, the same in every attempt */
                "X-Charter-Delivery": string;
                /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret; see generateHookSignature */
                "X-Charter-Signature": string;
                /** @description Standard Webhooks: the delivery’s id */
                "webhook-id": string;
                /** @description Standard Webhooks: seconds since 1970, of this attempt */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and the base64 signature, for each secret that is valid, separated by spaces */
                "webhook-signature": string;
                /** @description `Charter-Webhook/` and the version */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10"
                 *       },
                 *       "hook": {
                 *         "id": "019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10",
                 *         "name": "Product launch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The tenant in which it happened */
                    tenant: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                    hook: {
                        id: string;
                        name: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No longer received: the service disables the webhook. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received, within 15 seconds. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: the service makes ten attempts over about 75 hours. Retry-After is honoured. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

export const POLICY_KINDS = ["naming","duplicateNames","mandatoryMembership","permanentMembership","privacy","sensitivityLabel","singleton","lifecycle"] as const;
export const APP_SCOPES = ["teams.read","catalog.read","jobs.read","approvals.read","audit.read","people.read","teams.request","teams.manage","teams.delete","catalog.manage","approvals.decide","hooks.manage","people.manage","governance.manage"] as const;
export const HOLDING_KINDS = ["team","approval","template","policy","webhook","app","renewal","role"] as const;
