//! [`node_table_answers`]: what engines with a node table know of their nodes, written once for them.

/// Most of the methods that the [`driving_surface`](super::drive::driving_surface) asks for.
///
/// For a type with the fields `problem`, `nodes` (a node table) and `progress`, and the methods `path_of` (a stored node),
/// `best_effort_node` and `clear_open`.
macro_rules! node_table_answers {
    (impl<$($parameter:ident $(: $bound:path)?),*> $type:ty, where { $($where:tt)* }) => {
        impl<$($parameter $(: $bound)?),*> $type where $($where)* {
            fn current_node(&self) -> Option<&P::Node> {
                self.progress.current.map(|id| &self.nodes.record(id).node)
            }

            fn current_path(&self) -> Option<$crate::Path<P::Node, P::Cost>> {
                self.progress.current.map(|id| self.path_of(id))
            }

            fn nearest_path(&self) -> Option<$crate::Path<P::Node, P::Cost>> {
                self.best_effort_node().map(|id| self.path_of(id))
            }

            fn closed_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
                self.nodes.iter().filter(|record| !record.is_open()).map(|record| (&record.node, record.cost))
            }

            fn find(&self, node: &P::Node) -> Option<u32> {
                self.nodes.find(self.nodes.key(&self.problem, node), node)
            }

            fn find_cost(&self, node: &P::Node) -> Option<P::Cost> {
                self.find(node).map(|id| self.nodes.record(id).cost)
            }

            fn find_path(&self, node: &P::Node) -> Option<$crate::Path<P::Node, P::Cost>> {
                self.find(node).map(|id| self.path_of(id))
            }

            fn limit_nodes(&mut self, limit: usize) {
                self.nodes.limit(limit);
            }

            fn reserve(&mut self, nodes: usize) {
                let is_indexed = self.problem.index(&self.problem.start()).is_some();
                self.nodes.reserve(nodes, is_indexed);
            }

            fn clear(&mut self) {
                self.nodes.clear();
                self.clear_open();
            }
        }
    };
}
pub(super) use node_table_answers;
