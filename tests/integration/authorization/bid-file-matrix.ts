import { newId } from '#db/ids.ts'
import type { Rules } from './matrix.ts'

const button = () => ({ submissionId: newId() })

/** The rules of the files of bids (docs/product.md, BID-22). */
export const bidFileMatrix: Record<string, Rules> = {
  bid_attachments: {
    read: [
      { path: '/bids/{sealedBid}', shows: 'method.txt', may: ['provider'] },
      { path: '/bids/{sealedBid}/attachments', shows: 'method.txt', may: ['provider'] },
      { path: '/bids/{sealedBid}/receipt', shows: 'method.txt', may: ['provider'] },
      { path: '/files/{sealedFile}', shows: 'how the work is done', may: ['provider'] },
      { path: '/projects/{openProject}', shows: 'method.txt', may: [] },
      { path: '/projects/{openProject}/bids', shows: 'method.txt', may: [] },
    ],
    create: [{ path: '/bids/{sealedBid}/attachments', form: button, may: [] }],
    update: [{ path: '/bids/{sealedBid}/attachments/{attachment}/remove', form: button, may: ['provider'] }],
    delete: 'with a draft alone; app/features/bids/attachments/attachments.test.ts',
  },
}
