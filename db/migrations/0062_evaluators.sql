CREATE TABLE `evaluation_scores` (
	`id` text PRIMARY KEY NOT NULL,
	`evaluator_id` text NOT NULL,
	`bid_id` text NOT NULL,
	`criterion_id` text NOT NULL,
	`points_centi` integer NOT NULL,
	`note` text NOT NULL,
	`set_at` integer NOT NULL,
	FOREIGN KEY (`evaluator_id`) REFERENCES `evaluators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`criterion_id`) REFERENCES `award_criteria`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluation_scores_once` ON `evaluation_scores` (`evaluator_id`,`bid_id`,`criterion_id`);--> statement-breakpoint
CREATE INDEX `evaluation_scores_bid` ON `evaluation_scores` (`bid_id`);--> statement-breakpoint
CREATE INDEX `evaluation_scores_criterion` ON `evaluation_scores` (`criterion_id`);--> statement-breakpoint
CREATE TABLE `evaluators` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`named_by` text NOT NULL,
	`named_at` integer NOT NULL,
	`declared_at` integer,
	`submitted_at` integer,
	`reopened_at` integer,
	`reopen_reason` text,
	`dismissed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`named_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluators_standing` ON `evaluators` (`project_id`,`user_id`) WHERE "evaluators"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX `evaluators_user` ON `evaluators` (`user_id`);
--> statement-breakpoint
-- Who scored what stays as it was from the first award on, even if that is revoked, and from the submission of the scores on.
CREATE TRIGGER evaluators_kept BEFORE UPDATE ON evaluators
WHEN EXISTS (SELECT 1 FROM awards WHERE project_id = OLD.project_id)
  OR NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.user_id IS NOT OLD.user_id
  OR NEW.named_by IS NOT OLD.named_by OR NEW.named_at IS NOT OLD.named_at
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER evaluators_permanent BEFORE DELETE ON evaluators
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER evaluators_none_added BEFORE INSERT ON evaluators
WHEN EXISTS (SELECT 1 FROM awards WHERE project_id = NEW.project_id) OR EXISTS (SELECT 1 FROM evaluators WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER evaluation_scores_kept BEFORE UPDATE ON evaluation_scores
WHEN NEW.id IS NOT OLD.id OR NEW.evaluator_id IS NOT OLD.evaluator_id OR NEW.bid_id IS NOT OLD.bid_id
  OR NEW.criterion_id IS NOT OLD.criterion_id
  OR EXISTS (SELECT 1 FROM evaluators e WHERE e.id = OLD.evaluator_id AND (e.submitted_at IS NOT NULL
    OR e.dismissed_at IS NOT NULL OR EXISTS (SELECT 1 FROM awards a WHERE a.project_id = e.project_id)))
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER evaluation_scores_permanent BEFORE DELETE ON evaluation_scores
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER evaluation_scores_none_added BEFORE INSERT ON evaluation_scores
WHEN EXISTS (SELECT 1 FROM evaluation_scores WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM evaluators e WHERE e.id = NEW.evaluator_id AND (e.submitted_at IS NOT NULL
    OR e.dismissed_at IS NOT NULL OR EXISTS (SELECT 1 FROM awards a WHERE a.project_id = e.project_id)))
BEGIN SELECT RAISE(ABORT, 'evaluation: it is frozen'); END;
