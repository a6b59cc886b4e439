//! [`Network::largest_part`]: the places that can be reached from one another.

use super::Network;

impl<C> Network<C> {
    /// Returns the nodes of the largest part of the network in which every node can be reached from every other,
    /// sorted.
    ///
    /// Maps have small parts without a connection to the rest: a car park whose exit is outside the extract, or a path
    /// between two barriers. A route that begins or ends at the nearest place should begin or end in the largest part.
    ///
    /// # Complexity
    ///
    /// O(n + m) for n nodes and m edges.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_roads::{Network, Street};
    ///
    /// let places = [("Mill", 50.0, 8.0), ("Gate", 50.1, 8.1), ("Bridge", 50.1, 8.0), ("Isle", 50.2, 8.1)];
    /// let streets = [Street::new("Mill", "Gate", 3_u32), Street::new("Gate", "Bridge", 4).one_way()];
    /// let roads = Network::new(places, streets)?;
    /// assert_eq!(roads.names(&roads.largest_part()), ["Mill", "Gate"]);
    /// # Ok::<(), astride_roads::NetworkError>(())
    /// ```
    ///
    /// # Source
    ///
    /// M. Sharir: *A Strong-Connectivity Algorithm and its Applications in Data Flow Analysis* (Computers & Mathematics
    /// with Applications 7(1), 1981).
    #[doc(alias("strongly connected component", "connected", "island"))]
    pub fn largest_part(&self) -> Vec<u32> {
        // All nodes, each after those that can be reached only through it.
        let mut order = Vec::with_capacity(self.graph.node_count());
        let mut is_seen = vec![false; self.graph.node_count()];
        let mut open: Vec<(u32, usize)> = Vec::new();
        for start in self.graph.nodes() {
            if !core::mem::replace(&mut is_seen[start as usize], true) {
                open.push((start, 0));
            }
            while let Some((node, next)) = open.last_mut() {
                let Some((to, _)) = self.graph.edges(*node).get(*next) else {
                    order.push(*node);
                    open.pop();
                    continue;
                };
                *next += 1;
                if !core::mem::replace(&mut is_seen[*to as usize], true) {
                    open.push((*to, 0));
                }
            }
        }
        // From the last of them, the nodes of its part are reached backwards, and after those the nodes of other parts.
        let (mut largest, mut part) = (Vec::new(), Vec::new());
        for start in order.into_iter().rev() {
            part.clear();
            if core::mem::replace(&mut is_seen[start as usize], false) {
                part.push(start);
            }
            let mut next = 0;
            while let Some(node) = part.get(next).copied() {
                next += 1;
                for (from, _) in self.graph.edges_into(node) {
                    if core::mem::replace(&mut is_seen[*from as usize], false) {
                        part.push(*from);
                    }
                }
            }
            if part.len() > largest.len() {
                largest.clone_from(&part);
            }
        }
        largest.sort_unstable();
        largest
    }
}
