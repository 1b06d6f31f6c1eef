import { singleton } from '#app/platform/singleton.server.ts'
import { Relay } from './relay.ts'

/** The relays of the broadcasts that are live, by id. They are in the memory of the process that receives the pieces and has the sockets. */
const relays = singleton('broadcast-relays', () => new Map<string, Relay>())

/** The relay of a broadcast that is live. */
export function relayOf(broadcastId: string): Relay {
  const known = relays.get(broadcastId)
  if (known) return known
  const made = new Relay()
  relays.set(broadcastId, made)
  return made
}

/** What is left of a broadcast that is over. */
export const endRelay = (broadcastId: string): boolean => relays.delete(broadcastId)

export const liveRelays = (): ReadonlyMap<string, Relay> => relays
