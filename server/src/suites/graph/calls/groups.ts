/** Returns the unique name of the group that Charter creates for the marker. */
export const uniqueNameOf = (marker: string): string => `charter-${marker}`;

/** Whether Charter created the group with this unique name. */
export const isOwnName = (uniqueName: string | null | undefined): boolean =>
  uniqueName?.startsWith(uniqueNameOf('')) ?? false;
