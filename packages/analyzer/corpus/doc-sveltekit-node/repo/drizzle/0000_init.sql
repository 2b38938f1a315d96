CREATE TABLE `entry` (`id` int AUTO_INCREMENT PRIMARY KEY, `message` text NOT NULL);
