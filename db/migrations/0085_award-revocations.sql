CREATE TABLE `award_revocations` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`notice` text NOT NULL,
	`notice_digest` text NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_revocations_award` ON `award_revocations` (`award_id`);
--> statement-breakpoint
-- Why an award was taken back, and what the bidders were told of it, stays as it was, and is of an award that was revoked.
CREATE TRIGGER award_revocations_of_revoked BEFORE INSERT ON award_revocations
WHEN (SELECT revoked_at FROM awards WHERE id = NEW.award_id) IS NULL
BEGIN SELECT RAISE(ABORT, 'award: it is not revoked'); END;
--> statement-breakpoint
CREATE TRIGGER award_revocations_immutable BEFORE UPDATE ON award_revocations
BEGIN SELECT RAISE(ABORT, 'award: a revocation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_revocations_permanent BEFORE DELETE ON award_revocations
BEGIN SELECT RAISE(ABORT, 'award: a revocation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_revocations_not_replaced BEFORE INSERT ON award_revocations
WHEN EXISTS (SELECT 1 FROM award_revocations WHERE id = NEW.id OR award_id = NEW.award_id)
BEGIN SELECT RAISE(ABORT, 'award: a revocation is immutable'); END;
