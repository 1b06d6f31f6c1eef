import { z } from 'zod'
import { optionalText, requiredName, requiredText } from '#app/platform/forms/field-schemas.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'

/** The approver's form; to sign also asks for their name, as signing does. */
export const approveSchema = (act: ApprovalAct) =>
  z.object({
    typedName: act === 'sign' ? requiredName(200) : z.undefined().catch(undefined),
    nameReason: act === 'sign' ? optionalText(500) : z.undefined().catch(undefined),
    password: z.string({ error: 'validation:required' }).max(1024),
  })

/** A reason that who asked can read. */
export const refuseSchema = z.object({ reason: requiredText(2000) })
