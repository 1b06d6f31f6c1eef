export const tendersPerPage = 50

/** The last row of a page of the list: its deadline (UTC ms) and id. */
export type TenderKey = { bidDeadline: number; id: string }

/** A key as `?after=` holds it. */
export const tenderKeyText = ({ bidDeadline, id }: TenderKey): string => `${bidDeadline}.${id}`

/** The key of `?after=`, or null if there is none or it is not one. */
export function parseTenderKey(text: string | null): TenderKey | null {
  const [, bidDeadline, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return bidDeadline && id ? { bidDeadline: Number(bidDeadline), id } : null
}
