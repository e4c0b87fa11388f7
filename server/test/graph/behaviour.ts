/** The behaviour of the stand-in: faultless, or with the faults of a real tenant (`hostile.ts`). */
export type ObjectKind =
  | 'group'
  | 'team'
  | 'channel'
  | 'tab'
  | 'member'
  | 'app'
  | 'message'
  | 'folder'
  /** A file or folder in a drive, for reads by its path or id. */
  | 'item'
  | 'plan'
  | 'list'
  | 'page'
  /** A person who was added to the group of a team, and whom Teams does not show yet. */
  | 'person of a group';

/** The fault of one call. The effect is applied unless stated otherwise. */
export type Fault =
  /** 429 without an effect. The directory sometimes omits Retry-After. */
  | { kind: 'throttled'; seconds: number | undefined }
  /** 503 without an effect. */
  | { kind: 'unavailable'; seconds: number }
  | { kind: 'error'; status: 416 | 500 | 501 | 502 | 504; hasEffect: boolean }
  /** 404 after the effect. */
  | { kind: 'not found but done' }
  /** 409 after the effect. */
  | { kind: 'conflict but done' }
  /** The connection is reset, with or without the effect. */
  | { kind: 'lost'; hasEffect: boolean }
  /** An error of Graph that the stand-in does not produce by itself, without an effect. */
  | { kind: 'rejected'; status: 400 | 403 | 404 | 405 | 409 | 412 | 415; code: string; message: string }
  /**
   * The response with only these properties of its body, as in the examples of "Create channel"; without properties,
   * no body.
   */
  | { kind: 'shortened'; properties: readonly string[] }
  /** The connection is reset. The effect happens this many seconds after the call. */
  | { kind: 'late'; seconds: number }
  /** 401 without an effect: the token becomes invalid. */
  | { kind: 'expired token' }
  /** 403 without an effect, as after the administrator has revoked the consent. */
  | { kind: 'revoked' };

/** The facts of a call that its fault may depend on. */
export interface Occasion {
  method: string;
  route: string;
  /** Path and query. */
  path: string;
  /** Text of the body. */
  body: string;
  tenantId: string;
  clientId: string;
  /** Milliseconds since 1970 on the stand-in's clock. */
  at: number;
}

/** The fault of the notifications about a change. */
export type NotificationFault = 'duplicated' | 'missed' | undefined;

export interface Behaviour {
  faultOf(occasion: Occasion): Fault | undefined;
  /** Time in milliseconds during which reads do not find a new object. */
  hiddenFor(kind: ObjectKind, occasion: Occasion): number;
  /** Duration of an operation, in milliseconds. */
  operationTakes(occasion: Occasion): number;
  notificationFault(changeNumber: number): NotificationFault;
}

export const FAULTLESS: Behaviour = {
  faultOf: () => undefined,
  hiddenFor: () => 0,
  operationTakes: () => 0,
  notificationFault: () => undefined,
};

/** Returns faultless behaviour that injects the fault into the next calls of the route, or of any route. */
export function withFault(fault: Fault, route?: string, times = 1): Behaviour {
  let left = times;
  const isMeant = (occasion: Occasion): boolean => route === undefined || occasion.route === route;
  return { ...FAULTLESS, faultOf: (occasion) => (isMeant(occasion) && left-- > 0 ? fault : undefined) };
}
