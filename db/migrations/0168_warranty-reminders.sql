ALTER TABLE `handovers` ADD `warranty_until` text;--> statement-breakpoint
ALTER TABLE `handovers` ADD `warranty_reminded_at` integer;--> statement-breakpoint
CREATE INDEX `handovers_warranty_due` ON `handovers` (`warranty_until`) WHERE "handovers"."status" = 'signed' and "handovers"."warranty_reminded_at" is null and "handovers"."warranty_until" is not null;
--> statement-breakpoint
DROP TRIGGER handovers_frozen;
--> statement-breakpoint
-- The day stands in what the parties signed; no text of theirs can pass for the line, which begins without a bar.
UPDATE handovers SET warranty_until = substr(document_text, instr(document_text, char(10) || 'warranty until:' || char(10) || '  | ') + 21, 10)
WHERE instr(document_text, char(10) || 'warranty until:' || char(10) || '  | ') > 0;
--> statement-breakpoint
-- What one party has signed stays as it was signed, and what was decided stays decided; that both were told of the end of the warranty time is recorded once.
CREATE TRIGGER handovers_frozen BEFORE UPDATE ON handovers
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.number IS NOT OLD.number OR NEW.called_by IS NOT OLD.called_by
  OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR OLD.status = 'returned'
  OR (OLD.status = 'signed' AND (
    NEW.status IS NOT OLD.status OR NEW.written_by IS NOT OLD.written_by OR NEW.decided_at IS NOT OLD.decided_at
    OR NEW.return_reason IS NOT OLD.return_reason OR NEW.updated_at IS NOT OLD.updated_at
    OR OLD.warranty_reminded_at IS NOT NULL OR NEW.warranty_reminded_at IS NULL))
  OR (OLD.status <> 'signed' AND NEW.warranty_reminded_at IS NOT NULL)
  OR (OLD.document_hash IS NOT NULL AND (
    NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.proposed_at IS NOT OLD.proposed_at
    OR NEW.held_on IS NOT OLD.held_on OR NEW.present IS NOT OLD.present OR NEW.result IS NOT OLD.result OR NEW.reasons IS NOT OLD.reasons
    OR NEW.client_claims IS NOT OLD.client_claims OR NEW.provider_claims IS NOT OLD.provider_claims
    OR NEW.warranty_until IS NOT OLD.warranty_until))
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
