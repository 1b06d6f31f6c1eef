import { listenToContracts } from './listen-contracts.server.ts'
import { listenToEscrow } from './listen-escrow.server.ts'
import { listenToInvoices } from './listen-invoices.server.ts'
import { listenToProjects } from './listen-projects.server.ts'

/** Turns what happens into notifications; gives the way to stop. */
export function startNotifications(): () => void {
  const stops = [...listenToProjects(), ...listenToContracts(), ...listenToEscrow(), ...listenToInvoices()]
  return () => {
    for (const stop of stops) stop()
  }
}
