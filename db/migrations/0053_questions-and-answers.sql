CREATE TABLE `tender_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`question_id` text NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`project_version` integer NOT NULL,
	`is_addendum` integer NOT NULL,
	`answered_by` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `tender_questions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tender_answers_question` ON `tender_answers` (`question_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `tender_answers_number` ON `tender_answers` (`project_id`,`number`);
--> statement-breakpoint
CREATE TABLE `tender_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`company_id` text NOT NULL,
	`asked_by` text NOT NULL,
	`text` text NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `tender_questions_project` ON `tender_questions` (`project_id`,`company_id`);
--> statement-breakpoint
-- What was asked and answered stays as it was.
CREATE TRIGGER tender_questions_immutable BEFORE UPDATE ON tender_questions
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_questions_permanent BEFORE DELETE ON tender_questions
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_questions_not_replaced BEFORE INSERT ON tender_questions
WHEN EXISTS (SELECT 1 FROM tender_questions WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_answers_immutable BEFORE UPDATE ON tender_answers
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_answers_permanent BEFORE DELETE ON tender_answers
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER tender_answers_not_replaced BEFORE INSERT ON tender_answers
WHEN EXISTS (SELECT 1 FROM tender_answers WHERE id = NEW.id OR question_id = NEW.question_id OR (project_id = NEW.project_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'tender set: questions and answers are immutable'); END;
