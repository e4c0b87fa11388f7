/** Generated from openapi.json by scripts/write-sdk.ts; not to be edited. */
export interface paths {
    "/v1.0/teams/{teamId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a member or an owner to a team
         * @description For owners of the team and administrators. Somebody who is there is promoted by a higher role and never demoted; guests stay guests. Answers the present membership.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description For owners of the team and administrators. `Location` names the job that does it. A team that is archived already is refused with 409 TeamArchived.
         *
         *     Tier 1. Roles: AUTHENTICATED_USER.
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
         * @description For members, guests and administrators, and for everyone when the team is public. Private and shared channels are listed to those who are in them, and to administrators.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        get: operations["getTeamChannels"];
        put?: never;
        /**
         * Create a channel
         * @description For owners and administrators, and for members and guests as the team’s settings say. The people of a private channel must be in the team.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description In the order they are shown, to whoever may see the channel.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        get: operations["getTeamChannelTabs"];
        put?: never;
        /**
         * Create a tab in a channel
         * @description For owners and administrators, and for members as the team’s settings say. Name the app by `teamsApp.id` or by `teamsApp@odata.bind`; addresses in `configuration` are https.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * Ask for a team built from a template
         * @description Plans the team by the template and the organisation’s rules, and starts a job that builds it. Follow the job at the answer’s `Location`.
         *
         *     Tier 1; a dry run tier 3. Roles: AUTHENTICATED_USER.
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
         * @description Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team
         * @description For owners of the team and administrators; archived or not.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Update a team
         * @description Merges the body into the team. Read-only fields (id, createdDateTime, internalId, specialization, webUrl, isArchived) may be sent with the value they have, so what getTeam answered can be sent back. `If-Match` with the ETag of getTeam refuses with 412 what others have changed meanwhile.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Bring an archived team back
         * @description For owners of the team and administrators. `Location` names the job that does it.
         *
         *     Tier 1. Roles: AUTHENTICATED_USER.
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
         * @description All templates of the tenant in a language, `en` unless another is asked for.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        get: operations["getCatalogTemplates"];
        put?: never;
        /**
         * Add a template from its manifest, or bring it up to date
         * @description Adds the template, or brings it up to date under the same id. Errors name every place at once and change nothing; unknown keys are kept and named in `warnings`.
         *
         *     Tier 2. Roles: GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description The enabled templates whose audience the calling user is in.
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
         * @description Tier 3. Roles: AUTHENTICATED_USER.
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
         * @description The labels that are published to the calling user, by rank. An app has none.
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
         * @description Pages of the tenant’s directory, by display name. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * @description What is recorded, and what the records say.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Pages of a trail, newest first unless said. Everything committed before the call is there, with its place in the chain. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Lets the job go on that builds the team, after the last stage of approvers. `updates` change the request; every policy is looked at again. A request is decided once: later decisions are answered 409 `ApprovalAlreadyResolved`. Somebody who approved an earlier stage names the present one in `stage`; otherwise the call is a repetition and answered 409 `Conflict`.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * @description Fails the job that waits for the approval. Any one approver of the present stage may. A request is decided once: later decisions are answered 409 `ApprovalAlreadyResolved`.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        post: operations["rejectTeamCreation"];
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
         * @description The manifest that was applied, whole, in the format it came in or the one asked for.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, INTEGRATION_MANAGER, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
    "/v1.0/audittrails/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the public keys that checkpoints of the audit trails are verified with
         * @description Public keys that signed checkpoints of the audit trails are verified with, as a JWK Set. Keep a copy outside of the service: a verifier should not have to ask it.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * List requests for teams that wait for approval, or did
         * @description Newest first: those that the caller asked for or is to decide; for administrators all of the tenant unless `role` says otherwise. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * @description For its requester and its approvers.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Withdraw a request for a team that is not decided yet
         * @description Its requester may, while nobody has decided. The job fails.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
         */
        post: operations["cancelApproval"];
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
         * Let a deputy decide in your place
         * @description For an approver who is still to decide: the deputy takes their place in every stage that is still to decide.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
         */
        post: operations["delegateApproval"];
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
         * List what the calling user was told
         * @description Newest first, in the language that the directory says the caller prefers. Follow `@odata.nextLink` as it is for the next page.
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
         * @description A second time changes nothing.
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
         * @description Includes disabled policies. Request `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        get: operations["getPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description Takes effect at once: for requests, for changes of teams and for existing teams. Applies to the whole tenant unless `scope` is given.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Returns the verdicts for an existing team or for a new one. Changes nothing. To check a whole request for a team, call createTeamProvisioningJob with `dryRun=true`.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Deletes the attachments too. Members and settings that the policy restored stay. With `If-Match` and the ETag of getPolicy, a policy that has changed since is answered with 412.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        /**
         * Change a policy
         * @description Merges the body into the policy, setting by setting. Lists are replaced. With `If-Match` and the ETag of getPolicy, a policy that has changed since is answered with 412.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        patch: operations["updatePolicy"];
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
         * @description Lists attached teams by id, not the teams of its scope. Request `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Works for every team of the suite, also those that Charter did not create. Attaching again changes nothing.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        put: operations["attachPolicy"];
        post?: never;
        /**
         * Detach a policy from a team
         * @description Members and settings that the policy restored stay.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description Oldest first: the caller’s own; for integration managers and administrators all of the tenant. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        get: operations["getHooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The only answer that holds the secret. Webhooks of administrators and integration managers receive the events of the whole tenant; others those of teams their creator owns and of requests their creator made or approves.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description Without the secret. The query of the URL is shown to the creator alone.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
         */
        get: operations["getHook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description What was still to be delivered to it is not. Answers the webhook as it was.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
         */
        delete: operations["deleteHook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, switch it off or on again
         * @description Fields left out stay, and so does a URL sent back with its masked query. `active: true` also clears the reason why the service switched it off, and sends pending deliveries. A change by the creator sets the scope by their present roles.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description What a message with this payload carries as its signature, for building a receiver against.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Give a webhook another secret
         * @description The answer holds the new secret, the only time it is shown. For the overlap `webhook-signature` holds a signature of each secret; `X-Charter-Signature` is of the new one at once. At most five secrets sign at once: 409 says when there is a place.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description The message is of the event `hook_test`, signed, retried and kept like every other; what becomes of it is at `Location`.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * List the messages to a webhook, and what became of them
         * @description Newest first. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Get a message to a webhook, with every attempt
         * @description Deliveries are kept for a while after they ended.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Send a message to a webhook again
         * @description Under the same delivery id, with ten tries as if it were new; one that is pending is sent at once. Of a webhook that is switched off it waits.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * Send the messages of a range of time to a webhook again
         * @description Those made from `from` until before `until` that are not pending, each under its own delivery id: for a receiver that lost what it had got.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * Get where a team is in its lifecycle
         * @description For owners of the team and administrators.
         *
         *     Tier 3. Roles: AUTHENTICATED_USER.
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
         * Say that a team is still needed
         * @description Says that the team is still needed: its inactivity counts anew from now, whatever its state; once more does the same. 409 `Conflict` when the team has no lifecycle, or is being archived or deleted because its time is over.
         *
         *     Tier 2. Roles: AUTHENTICATED_USER.
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
         * @description What a run would do: which teams, why and when, in the order of the run. It changes nothing. Each page is worked out anew, for the time that the first one names; follow `@odata.nextLink` as it is.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
         */
        get: operations["getLifecycleRuns"];
        put?: never;
        /**
         * Start a lifecycle run
         * @description A worker begins the run within seconds; read it back until its status is `completed`. 409 `Conflict` while another run is under way.
         *
         *     Tier 2. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * @description How far a run has come, or how it ended.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
         * List what became of teams in a lifecycle run
         * @description What became of each team that did not stay as it was, by id. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: AUTHORIZED_APP, GOVERNANCE_MANAGER, TEAMS_SERVICE_ADMIN, GLOBAL_ADMIN.
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
        get?: never;
        put?: never;
        /**
         * Register an app
         * @description The app calls with its id and secret as Basic credentials. It has AUTHORIZED_APP, so it is an administrator. assignRole gives it further roles.
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
         * Give an app another secret
         * @description The old secret ends within 10 seconds.
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
         * @description For the directory that Charter itself keeps. Adds people by their ids, or replaces them with what is sent. Managers may come in a later call.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        post: operations["importUsers"];
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
         * List the roles that the service keeps
         * @description Roles that this service keeps. Those that tokens carry come to these. Follow `@odata.nextLink` as it is for the next page.
         *
         *     Tier 3. Roles: GLOBAL_ADMIN.
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
         * @description Succeeds as well when the principal has the role. Recorded in the trail `security`.
         *
         *     Tier 2. Roles: GLOBAL_ADMIN.
         */
        put: operations["assignRole"];
        post?: never;
        /**
         * Take a role from a person or an app
         * @description Answers 409 for the last GLOBAL_ADMIN. Roles that tokens carry stay: take them away at the issuer. Recorded in the trail `security`.
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** A request for a team was approved. */
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        /** A test, which testHook sends. */
        post: {
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
                    /** @description Hexadecimal HMAC-SHA-256 of the body, keyed by the secret: what generateHookSignature answers */
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
                /** @description Nobody listens here any more: the webhook is switched off. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received, within 15 seconds. Nothing of the answer matters otherwise. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received; it is tried again, ten times over about 75 hours. Retry-After is honoured. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
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
        MemberUserIdentifier: {
            /** @description Id, user principal name or mail */
            id: string;
        };
        OwnerUserIdentifier: {
            /** @description Id, user principal name or mail */
            id: string;
        };
        /** @description Needs a person, by `user` or `user@odata.bind`, and a role, by `role` or `roles`. */
        TeamMembershipPayload: {
            user?: components["schemas"]["MemberUserIdentifier"] | null;
            "user@odata.bind"?: string | null;
            role?: ("member" | "owner") | null;
            roles?: ("member" | "owner" | "guest")[] | null;
        } & (unknown & unknown);
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
        ApprovedApprovalResponsePayloadApprover: {
            /** @description Id, user principal name or mail of who decides: the caller, unless an app speaks for somebody */
            id: string;
        };
        ApprovedApprovalResponsePayloadUpdates: {
            name?: string | null;
            description?: string | null;
            welcomeMessage?: string | null;
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
            };
            stages: {
                /**
                 * @description Whether one approver suffices or each must approve
                 * @enum {string}
                 */
                require: "any" | "all";
                approvers: components["schemas"]["ApprovalTeamMember"][];
                /** @description Ids of those who have approved */
                approvedBy: string[];
                /** @description Who gave their place to whom */
                delegations: {
                    from: components["schemas"]["ApprovalTeamMember"];
                    to: components["schemas"]["ApprovalTeamMember"];
                }[];
            }[];
            /** @description Position of the stage that decides, or decided */
            stage: number;
            approver?: {
                id: string;
                displayName: string;
            };
            message?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdDateTime: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
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
            value: components["schemas"]["Approval"][];
        };
        AppPayload: {
            /** @description What people and the audit trails call it */
            displayName: string;
        };
        AppCredentials: {
            "@odata.context"?: string;
            /** @description User name of the Basic credentials */
            appId: string;
            displayName: string;
            /** @description Password of the Basic credentials; shown this once */
            secret: string;
        };
        AuditTrail: {
            /** @example teams */
            code: string;
            category: string;
            /** @description Names of everything a record may say */
            fields: string[];
            /** @description Types of its records */
            types: string[];
            tenantId: string;
            /** @description Days that records are kept; left out when they are kept for ever */
            retentionDays?: number;
        };
        AuditTrails: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
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
            /** @description Place in the chain of the trail: 1, 2, 3…, without gaps */
            sequence: number;
            /** @description SHA-256 over the hash before it and the record */
            hash: string;
        } & {
            [key: string]: unknown;
        };
        AuditTrailRecords: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
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
        PersonReference: {
            /** @description Directory id, user principal name or mail */
            id: string;
            name?: string;
        };
        CatalogTemplateTemplateConfigurationApproval: {
            requireApproval: boolean;
            approvalTeam: components["schemas"]["PersonReference"][];
            /** @description Stages of approvers after the approval team */
            stages: {
                approvers: components["schemas"]["PersonReference"][];
                /** @description Whether the requester's manager is asked too */
                manager: boolean;
                /** @enum {string} */
                require: "any" | "all";
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
            teamPrivacy: "private" | "public" | "hiddenMembership";
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
            value: components["schemas"]["CatalogTemplate"][];
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
        TeamMember: {
            "@odata.context"?: string;
            id: string;
            userId: string;
            displayName: string;
            email?: string;
            /** @description `owner` or `guest`; empty for a member */
            roles: string[];
        };
        ArchiveTeamPayload: {
            shouldSetSpoSiteReadOnlyForMembers?: boolean | null;
        };
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
            sortOrderIndex: string;
            webUrl: string;
        };
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
            steps: string[];
            verdicts: {
                policy: string;
                /** @enum {string} */
                outcome: "passed" | "violated";
                message: string;
            }[];
        } & {
            [key: string]: unknown;
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
        };
        Job: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "TeamArchive" | "TeamUnarchive" | "TeamProvisioning";
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "delayed" | "paused";
            /** @description Percent, never falling */
            progress: number;
            log: string[];
            data: {
                /** @description What was asked for, untouched */
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
                    message: string;
                    step?: string;
                };
            } & {
                [key: string]: unknown;
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
            steps: components["schemas"]["JobStep"][];
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
            /** @description Rank: a higher number protects more */
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
            value: components["schemas"]["Label"][];
        };
        /** @description What a team’s lifecycle goes by, and what says so */
        LifecycleRules: {
            /** @description Days without activity after which a team is inactive */
            inactivityDays: number;
            /** @description Days that its owners have from then on */
            graceDays: number;
            /**
             * @description What is done then
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
             * @description `none`: the team has no lifecycle; `archived`: it is left alone
             * @enum {string}
             */
            state: "active" | "inactive" | "expired" | "none" | "archived";
            /**
             * @description Why; docs/lifecycle.md has a line for each
             * @enum {string}
             */
            reason: "active" | "grace" | "expired" | "under_way" | "archived" | "switched_off" | "gone" | "unknown" | "nobody_to_ask" | "inactive" | "rules_changed" | "grace_over" | "action_failed" | "activity" | "restored";
            /**
             * @description What the next run makes of it, as things are
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
             * @description What was announced, or done
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
            /** @description How many teams it may archive or delete */
            cap?: number;
            /** @description How many teams met which end */
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
            value: components["schemas"]["LifecycleRun"][];
        };
        LifecycleRunTeam: {
            teamId: string;
            displayName: string;
            /** @enum {string} */
            decision: "stay" | "ask" | "expire" | "reset";
            /**
             * @description Why; docs/lifecycle.md has a line for each
             * @enum {string}
             */
            reason: "active" | "grace" | "expired" | "under_way" | "archived" | "switched_off" | "gone" | "unknown" | "nobody_to_ask" | "inactive" | "rules_changed" | "grace_over" | "action_failed" | "activity" | "restored";
            /**
             * @description What is done, or announced
             * @enum {string}
             */
            action?: "None" | "Archive" | "Delete";
            /**
             * @description Where the team was
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
             * @description What comes next by itself, unless something happens
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
             * @description Left out in a simulation when the team stays as it is
             * @enum {string}
             */
            outcome?: "asked" | "archived" | "deleted" | "expired" | "reset" | "left" | "blocked" | "failed";
            error?: string;
        };
        LifecycleRunTeams: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
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
            /** @description How many teams such a run may archive or delete */
            cap: number;
            /** @description How many teams met which end */
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
        Notification: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "approval_requested" | "approval_reminder" | "approval_withdrawn" | "request_approved" | "request_rejected" | "request_expired" | "webhook_disabled" | "team_inactive" | "team_expired" | "lifecycle_run_capped";
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
            value: components["schemas"]["Notification"][];
        };
        PolicyScope: {
            /**
             * @description All teams, those made from some templates, or only those it is attached to. Teams it is attached to always come to these.
             * @enum {string}
             */
            type: "tenant" | "templates" | "teams";
            /** @description Required with the type `templates`, and only allowed there */
            templateIds?: string[];
        };
        PolicyScopePayload: {
            /**
             * @description All teams, those made from some templates, or only those it is attached to. Teams it is attached to always come to these.
             * @enum {string}
             */
            type: "tenant" | "templates" | "teams";
            templateIds?: string[] | null;
        };
        /** @description Only settings of the policy’s kind. Each description begins with the kind. */
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
        /** @description Only settings of the policy’s kind. Each description begins with the kind. */
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
        /** @description Only settings of the policy’s kind. Each description begins with the kind. Each is replaced separately; null removes it. */
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
             * @enum {string}
             */
            kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
            enabled?: boolean | null;
            scope?: components["schemas"]["PolicyScopePayload"] | null;
            settings?: components["schemas"]["PolicySettingsPayload"] | null;
        };
        PolicyUpdate: {
            name?: string | null;
            /** @description null clears it */
            description?: string | null;
            kind?: ("naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle") | null;
            enabled?: boolean | null;
            scope?: components["schemas"]["PolicyScopePayload"] | null;
            settings?: components["schemas"]["PolicySettingsUpdate"] | null;
        };
        Policy: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            name: string;
            description?: string;
            /**
             * @description Decides which settings the policy has
             * @enum {string}
             */
            kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
            /** @description A disabled policy is kept without effect */
            enabled: boolean;
            scope: components["schemas"]["PolicyScope"];
            settings: components["schemas"]["PolicySettings"];
            /** @description Increases with every change; also the ETag */
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
            value: components["schemas"]["Policy"][];
        };
        PolicyTeam: {
            teamId: string;
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
            value: components["schemas"]["PolicyTeam"][];
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
                     * @enum {string}
                     */
                    kind: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
                };
                /** @enum {string} */
                outcome: "passed" | "violated";
                message: string;
            }[];
        };
        RoleAssignment: {
            "@odata.context"?: string;
            principalId: string;
            /**
             * @description Left out when the directory no longer knows the principal
             * @enum {string}
             */
            kind?: "user" | "app";
            displayName?: string;
            /**
             * @description Takes effect within 10 seconds
             * @enum {string}
             */
            role: "INTEGRATION_MANAGER" | "GOVERNANCE_MANAGER" | "TEAMS_SERVICE_ADMIN" | "GLOBAL_ADMIN";
        };
        RoleAssignments: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            value: components["schemas"]["RoleAssignment"][];
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
            value: components["schemas"]["User1"][];
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
        };
        UserImportResult: {
            "@odata.context"?: string;
            importedUsers: number;
        };
        HookConfig: {
            verb?: "post" | null;
            /**
             * @description Address that receives the messages: https on the public internet, without spaces and without a fragment; http to loopback in development only. Its query may hold keys: it is encrypted at rest, shown to the creator alone, and `?***` elsewhere
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
            events: ("team_archived" | "team_created" | "team_deleted" | "team_member_added" | "team_unarchived" | "team_updated" | "team_channel_created" | "team_channel_tab_created" | "team_provisioning_completed" | "team_creation_approval_cancelled" | "team_creation_approval_expired" | "team_creation_approval_requested" | "team_creation_approved" | "team_creation_rejected" | "permanent_membership_restored" | "team_expired" | "team_inactive")[];
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
            events?: ("team_archived" | "team_created" | "team_deleted" | "team_member_added" | "team_unarchived" | "team_updated" | "team_channel_created" | "team_channel_tab_created" | "team_provisioning_completed" | "team_creation_approval_cancelled" | "team_creation_approval_expired" | "team_creation_approval_requested" | "team_creation_approved" | "team_creation_rejected" | "permanent_membership_restored" | "team_expired" | "team_inactive")[] | null;
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
                /** @description Only where it is made known: keep it */
                secret?: string;
            };
            filter: {
                templates: string[];
            };
            /**
             * @description `tenant`: receives the events of the whole tenant. `personal`: those of teams its creator owns and requests its creator made or approves
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
             * @description Why the service switched it off: 410, or five days of failure
             * @enum {string}
             */
            disabledReason?: "gone" | "failing";
        };
        Hooks: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
            value: components["schemas"]["Hook"][];
        };
        HookDeliveryAttempt: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            time: string;
            /** @description HTTP status of the answer; left out without one */
            status?: number;
            durationMilliseconds: number;
            /** @description The first 1,024 bytes of the answer */
            response?: string;
            /** @description Why it failed; left out for a success */
            error?: string;
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
             * @description `pending`: to be tried, or tried again. `failed`: given up after the last try
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
        };
        HookDeliveries: {
            "@odata.context": string;
            "@odata.count": number;
            "@odata.nextLink"?: string;
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
            status?: ("delivered" | "failed") | null;
        };
        HookRedeliveryResult: {
            "@odata.context": string;
            /** @description How many are sent again */
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
        /** @description Path, query or body break their schema, or a policy is violated */
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description It does not exist, or the caller may not see it */
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The present state does not allow it, or the same request is under way */
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed; the log knows why */
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Names the call in the log of the service
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
         * @description Address of what was created or started
         * @example /v1.0/jobs/019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10
         */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    addTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description `true`: answer 200 with the plan and its verdicts, change nothing */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description The ETag you have: 304 when it is still the team’s */
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
            409: components["responses"]["Conflict"];
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
                /** @description The ETag of the team you read; 412 when it has changed */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description Language by prefix: `en` finds `en-US`; `*` finds all */
                language?: string;
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
    applyCatalogTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedTemplate"];
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
    getMyCatalogTemplates: {
        parameters: {
            query?: {
                /** @description Language by prefix: `en` finds `en-US`; `*` finds all */
                language?: string;
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
            502: components["responses"]["SuiteError"];
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
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description Words that begin a word of the name, mail or user principal name
                 * @example ann lee
                 */
                $search?: string;
                /**
                 * @description `eq` and `startswith` over the fields of a user, joined by `and`
                 * @example startswith(displayName,'A') and userType eq 'Guest'
                 */
                $filter?: string;
                /** @description Whether `@odata.count` is of all that match, not of this page */
                $count?: "true" | "false";
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
                    "application/json": components["schemas"]["AuditTrails"];
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
    getAuditTrailRecords: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
                $skiptoken?: string;
                /**
                 * @description `eq` over `type`, `actor/id` and `target/id`; `eq`, `ge`, `gt`, `le`, `lt` over `time` and `sequence`; joined by `and`
                 * @example time ge 2026-11-01T00:00:00Z and actor/id eq 'ada'
                 */
                $filter?: string;
                /** @description `time desc`, newest first, unless said. `sequence` is the order of the chain */
                $orderby?: "time desc" | "time asc" | "sequence desc" | "sequence asc";
                /** @description Whether `@odata.count` is of all that match, not of this page */
                $count?: "true" | "false";
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveTeamCreation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
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
                    "application/json": components["schemas"]["AuditKeys"];
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
    getApprovals: {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                /** @description What the caller has to do with them; unless said, anything */
                role?: "requester" | "approver";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                    "application/json": components["schemas"]["Approvals"];
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delegateApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
    getNotifications: {
        parameters: {
            query?: {
                /** @description `true`: only those not read yet */
                unread?: "true" | "false";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicies: {
        parameters: {
            query?: {
                /** @description Only policies of this kind */
                kind?: "naming" | "duplicateNames" | "mandatoryMembership" | "permanentMembership" | "privacy" | "sensitivityLabel" | "singleton" | "lifecycle";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                    "application/json": components["schemas"]["Policies"];
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
    createPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["PolicyCheckResult"];
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
                /** @description The ETag that you read; 412 when the policy has changed since */
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
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read; 412 when the policy has changed since */
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
                    "application/json": components["schemas"]["Policy"];
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPolicyTeams: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
            409: components["responses"]["Conflict"];
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
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHooks: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                    "application/json": components["schemas"]["Hooks"];
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
    createHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            502: components["responses"]["SuiteError"];
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
                    "application/json": components["schemas"]["Hook"];
                };
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            502: components["responses"]["SuiteError"];
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
                    "application/json": components["schemas"]["HooksEvents"];
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
    rotateHookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHookDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
            502: components["responses"]["SuiteError"];
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverHookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverHookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
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
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
                /** @description RFC 3339: as if the run took place then, with everything as it is now. Default: now */
                at?: string;
                /** @description `all`: also the teams that stay as they are, with what comes next. Default: `due` */
                scope?: "due" | "all";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                    "application/json": components["schemas"]["LifecycleRuns"];
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
    startLifecycleRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLifecycleRunTeams: {
        parameters: {
            query?: {
                outcome?: "asked" | "archived" | "deleted" | "expired" | "reset" | "left" | "blocked" | "failed";
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateAppSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
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
            502: components["responses"]["SuiteError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first answer is kept for 24 hours and replayed to the same request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
    getRoles: {
        parameters: {
            query?: {
                /**
                 * @description Size of a page, 1 to 999; 100 unless said
                 * @example 25
                 */
                $top?: string;
                /** @description Where the page begins, from `@odata.nextLink` */
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
                    "application/json": components["schemas"]["RoleAssignment"];
                };
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
}

export const POLICY_KINDS = ["naming","duplicateNames","mandatoryMembership","permanentMembership","privacy","sensitivityLabel","singleton","lifecycle"] as const;
