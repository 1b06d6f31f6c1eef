ALTER TABLE `dispute_decisions` ADD `document_text` text;--> statement-breakpoint
ALTER TABLE `dispute_decisions` ADD `document_hash` text;--> statement-breakpoint
CREATE INDEX `dispute_decisions_hash` ON `dispute_decisions` (`document_hash`) WHERE "dispute_decisions"."document_hash" is not null;
--> statement-breakpoint
-- From now on no dispute ends without the text that is frozen with it.
CREATE TRIGGER dispute_decisions_frozen BEFORE INSERT ON dispute_decisions
WHEN NEW.document_text IS NULL OR length(coalesce(NEW.document_hash, '')) <> 64
BEGIN SELECT RAISE(ABORT, 'dispute: a decision is frozen with its text'); END;
