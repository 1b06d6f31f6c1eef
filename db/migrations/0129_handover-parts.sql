CREATE TABLE `handover_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`handover_id` text NOT NULL,
	`milestone_id` text NOT NULL,
	FOREIGN KEY (`handover_id`) REFERENCES `handovers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handover_parts_once` ON `handover_parts` (`handover_id`,`milestone_id`);--> statement-breakpoint
CREATE INDEX `handover_parts_milestone` ON `handover_parts` (`milestone_id`);--> statement-breakpoint
DROP INDEX `handovers_one_open`;--> statement-breakpoint
ALTER TABLE `handovers` ADD `is_part` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_one_open` ON `handovers` (`contract_id`) WHERE "handovers"."status" in ('called','proposed') and "handovers"."is_part" = 0;
--> statement-breakpoint
-- A part takes over what is done, and each milestone is in one handover that is open or accepted (CON-29).
CREATE TRIGGER handover_parts_added BEFORE INSERT ON handover_parts
WHEN EXISTS (SELECT 1 FROM handover_parts WHERE id = NEW.id OR (handover_id = NEW.handover_id AND milestone_id = NEW.milestone_id))
  OR NOT EXISTS (
    SELECT 1 FROM handovers h JOIN contract_milestones m ON m.contract_id = h.contract_id
    WHERE h.id = NEW.handover_id AND m.id = NEW.milestone_id AND h.is_part = 1 AND h.document_hash IS NULL
      AND m.status IN ('approved', 'released', 'resolved'))
  OR EXISTS (
    SELECT 1 FROM handovers own JOIN handovers h ON h.contract_id = own.contract_id AND h.id <> own.id
    WHERE own.id = NEW.handover_id AND (h.status IN ('called', 'proposed') OR (h.status = 'signed' AND h.result <> 'refused'))
      AND (h.is_part = 0 OR EXISTS (SELECT 1 FROM handover_parts p WHERE p.handover_id = h.id AND p.milestone_id = NEW.milestone_id)))
BEGIN SELECT RAISE(ABORT, 'handover: a part is taken over once'); END;
--> statement-breakpoint
CREATE TRIGGER handover_parts_immutable BEFORE UPDATE ON handover_parts
BEGIN SELECT RAISE(ABORT, 'handover: a part is taken over once'); END;
--> statement-breakpoint
CREATE TRIGGER handover_parts_permanent BEFORE DELETE ON handover_parts
BEGIN SELECT RAISE(ABORT, 'handover: a part is taken over once'); END;
--> statement-breakpoint
-- The whole work, or what is left of it, is handed over when no part is under way.
CREATE TRIGGER handovers_after_parts BEFORE INSERT ON handovers
WHEN NEW.is_part = 0 AND EXISTS (
  SELECT 1 FROM handovers WHERE contract_id = NEW.contract_id AND is_part = 1 AND status IN ('called', 'proposed'))
BEGIN SELECT RAISE(ABORT, 'handover: a part is under way'); END;
--> statement-breakpoint
CREATE TRIGGER handovers_of_part BEFORE UPDATE ON handovers
WHEN NEW.is_part IS NOT OLD.is_part OR (NEW.is_part = 1 AND NEW.document_hash IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM handover_parts WHERE handover_id = NEW.id))
BEGIN SELECT RAISE(ABORT, 'handover: the text is frozen'); END;
