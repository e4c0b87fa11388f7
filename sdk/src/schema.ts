/** Generated from openapi.json by sdk/write-schema.ts; not to be edited. */
export interface paths {
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
         */
        get: operations["getCatalogTemplates"];
        put?: never;
        /**
         * Add a template from its manifest, or bring it up to date
         * @description Adds the template, or brings it up to date under the same id. Errors name every place at once and change nothing; unknown keys are kept and named in `warnings`.
         */
        post: operations["applyCatalogTemplate"];
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
         */
        post: operations["createTeamProvisioningJob"];
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
    "/v1.0/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a job */
        get: operations["getJob"];
        put?: never;
        post?: never;
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
    "/v1.0/teams/{teamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a team */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
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
        PersonReference: {
            /** @description Directory id, user principal name or mail */
            id: string;
            name: string | null;
        };
        CatalogTemplateTemplateConfigurationApproval: {
            requireApproval: boolean;
            approvalTeam: components["schemas"]["PersonReference"][];
        };
        CatalogTemplateTemplateConfigurationPermanentMembership: {
            members: components["schemas"]["PersonReference"][];
            owners: components["schemas"]["PersonReference"][];
        };
        CatalogTemplateTemplateConfigurationAudienceTargeting: {
            enabled: boolean;
            rules: string | null;
            rulesWithTags: string | null;
        };
        CatalogTemplateTemplateConfiguration: {
            id: string;
            name: string;
            description: string | null;
            pictureUrl: string | null;
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
            sensitivityLabelId: string | null;
            lifecycle: {
                enabled: boolean;
                inactivityDays: number;
                graceDays: number;
                /** @enum {string} */
                action: "None" | "Archive" | "Delete";
            };
        };
        CatalogTemplateClonedTeam: {
            teamId: string | null;
            teamName: string | null;
            includeApps: boolean;
            includeTabs: boolean;
            includeSettings: boolean;
            includeChannels: boolean;
            includeMembers: boolean;
        };
        CatalogTemplateNewTeam: {
            namingConvention: string | null;
            namingConventionWithTags: string | null;
            emailConvention: string | null;
            emailConventionWithTags: string | null;
            descriptionConvention: string | null;
            descriptionConventionWithTags: string | null;
            welcomeMessageConvention: string | null;
            welcomeMessageConventionWithTags: string | null;
            defaultName: string | null;
            defaultDescription: string | null;
            defaultWelcomeMessage: string | null;
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
            /**
             * @description Of a text; guessed when left out
             * @enum {string}
             */
            format?: "json" | "yaml";
            /** @description Files beside the manifest by name, for a picture that it names */
            files?: {
                [key: string]: string;
            };
        };
        ExportedManifest: {
            /** @enum {string} */
            format: "json" | "yaml";
            /** @description The manifest as the text of its file */
            text: string;
        };
        JobStep: {
            name: string;
            /** @enum {string} */
            status: "waiting" | "active" | "completed" | "failed" | "skipped";
            startedDateTime: string | null;
            completedDateTime: string | null;
        };
        Job: {
            "@odata.context"?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "TeamProvisioning" | "TeamArchive" | "TeamUnarchive";
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
                /** @description What will be, or was, done; see the dry run */
                plan?: {
                    [key: string]: unknown;
                };
                approval?: {
                    id: string;
                };
                team?: {
                    id: string;
                };
                error?: {
                    code: string;
                    message: string;
                    step: string | null;
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
        MemberUserIdentifier: {
            /** @description Id, user principal name or mail */
            id: string;
        };
        OwnerUserIdentifier: {
            /** @description Id, user principal name or mail */
            id: string;
        };
        TeamProvisioningRequestTemplate: {
            id: string;
        };
        TeamProvisioningRequestTeamMembership: {
            members?: components["schemas"]["MemberUserIdentifier"][];
            owners?: components["schemas"]["OwnerUserIdentifier"][];
        };
        TeamProvisioningRequestTeam: {
            name: string;
            description?: string;
            welcomeMessage?: string;
            membership?: components["schemas"]["TeamProvisioningRequestTeamMembership"];
        };
        TeamProvisioningRequest: {
            template: components["schemas"]["TeamProvisioningRequestTemplate"];
            team: components["schemas"]["TeamProvisioningRequestTeam"];
            /** @description Any JSON object up to 16 KiB; comes back untouched in the job and its event */
            metadata?: {
                [key: string]: unknown;
            };
        };
        ProvisioningPlan: {
            "@odata.context"?: string;
            /** @description Final name of the team */
            name: string;
            mailNickname: string;
            description: string | null;
            welcomeMessage: string | null;
            /** @enum {string} */
            visibility: "private" | "public" | "hiddenMembership";
            sensitivityLabelId: string | null;
            channels: ({
                displayName: string;
                /** @enum {string} */
                membershipType: "standard" | "private" | "shared";
                tabs: ({
                    displayName: string;
                    teamsAppId: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            })[];
            requester: {
                id: string;
                displayName: string;
            } | null;
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
            description: string | null;
            internalId: string;
            classification: string | null;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTemplates"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedTemplate"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisioningPlan"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedManifest"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTemplates"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
    getTeam: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
        };
    };
}
