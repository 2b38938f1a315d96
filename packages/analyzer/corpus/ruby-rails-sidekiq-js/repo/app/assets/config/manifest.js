//= link_tree ../builds
