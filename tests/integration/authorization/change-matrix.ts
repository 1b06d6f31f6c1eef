import { newId } from '#db/ids.ts'
import { signature } from './approval-matrix.ts'
import { button, reason } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = [...clients, 'provider']
const admins: ActorName[] = ['admin', 'superAdmin']

const change = (): Fields => ({
  submissionId: newId(),
  title: 'More doors',
  reason: 'client_wish',
  description: 'Two doors more.',
  vatRateBp: '2550',
  'lines[0].effect': 'add',
  'lines[0].description': 'Door',
  'lines[0].quantity': '2',
  'lines[0].unit': 'pcs',
  'lines[0].unitPrice': '500',
  extensionDays: '3',
})
const sign = () => ({ submissionId: newId(), ...signature })

/** Who may see, propose and answer the changes of a contract (CON-6). The draft is the client's, and the provider proposes the other. */
export const changeMatrix: Record<string, Rules> = {
  change_orders: {
    read: [
      { path: '/contracts/{changedContract}/changes', shows: 'The beam is rotten', may: parties },
      { path: '/contracts/{changedContract}/changes', shows: 'A draft of the client', may: clients },
      { path: '/contracts/{changedContract}/changes/{proposedChange}', shows: 'The beam is rotten', may: parties },
      { path: '/contracts/{changedContract}/changes/{draftChange}', shows: 'A draft of the client', may: clients },
      { path: '/contracts/{changedContract}/changes/{draftChange}/edit', shows: 'A draft of the client', may: clients },
      { path: '/contracts/{contract}/changes/{proposedChange}', shows: 'The beam is rotten', may: [] },
      { path: '/contracts/{changedContract}/changes/{proposedChange}/change.pdf', shows: 'pdfaid:part', may: parties },
      { path: '/contracts/{changedContract}/changes/{draftChange}/change.pdf', shows: 'pdfaid:part', may: clients },
      { path: '/verify/{changeHash}', shows: 'The beam is rotten', may: [] },
      { path: '/escrow/{changedContract}/case-file/changes', shows: 'The beam is rotten', may: admins },
      { path: '/escrow/{contract}/case-file/changes', shows: 'Contract sum to date', may: [] },
    ],
    create: [{ path: '/contracts/{changedContract}/changes/new', form: change, may: parties }],
    update: [
      { path: '/contracts/{changedContract}/changes/{draftChange}/edit', form: change, may: clients },
      { path: '/contracts/{changedContract}/changes/{draftChange}/sign', form: sign, may: clients },
      { path: '/contracts/{changedContract}/changes/{draftChange}/withdraw', form: button, may: clients },
      { path: '/contracts/{changedContract}/changes/{proposedChange}/sign', form: sign, may: clients },
      { path: '/contracts/{changedContract}/changes/{proposedChange}/reject', form: reason, may: clients },
      { path: '/contracts/{changedContract}/changes/{proposedChange}/withdraw', form: reason, may: ['provider'] },
      { path: '/contracts/{changedContract}/changes/{proposedChange}/edit', form: change, may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
}

/** The files of a change order: of the proposed one the provider's, of the draft the client's (CON-26). */
export const changeFileMatrix: Record<string, Rules> = {
  change_order_files: {
    read: [
      { path: '/contracts/{changedContract}/changes/{proposedChange}', shows: 'beam.txt', may: parties },
      { path: '/contracts/{changedContract}/changes/{draftChange}/files', shows: 'doors.txt', may: clients },
      { path: '/files/{proposedChangeFile}', shows: 'what the beam looks like', may: [...parties, ...admins] },
      { path: '/files/{draftChangeFile}', shows: 'what the doors look like', may: clients },
      { path: '/escrow/{changedContract}/case-file/changes', shows: 'beam.txt', may: admins },
    ],
    create: [{ path: '/contracts/{changedContract}/changes/{draftChange}/files', form: button, may: [] }],
    update: [
      {
        path: '/contracts/{changedContract}/changes/{draftChange}/files/{draftChangeAttachment}/remove',
        form: button,
        may: clients,
      },
      {
        path: '/contracts/{changedContract}/changes/{proposedChange}/files/{proposedChangeAttachment}/remove',
        form: button,
        may: [],
      },
    ],
    delete: 'with a draft alone; app/features/change-orders/change-files.test.ts',
  },
}

export const changeInternal: Record<string, string> = {
  change_order_lines: 'a part of the change order; frozen with it by triggers',
  milestone_extensions: 'what an accepted change order did to a due date; immutable by triggers',
  change_order_signatures: 'a part of the change order; immutable by triggers',
}
