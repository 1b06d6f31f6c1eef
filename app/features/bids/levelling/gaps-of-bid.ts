import { compareBids } from '#app/features/bids/comparison.ts'
import { type Gap, gapsOf } from './levelling.ts'

type Requested = Parameters<typeof compareBids>[0]
type Lines = Parameters<typeof compareBids>[1][number]['lines']

/** The requested lines that a bid alone does not price as requested. */
export const gapsOfBid = (requested: Requested, { id, lines }: { id: string; lines: Lines }): Gap[] =>
  gapsOf(compareBids(requested, [{ id, isConfirmed: true, lines }], { basis: 'net' }), id, [])
